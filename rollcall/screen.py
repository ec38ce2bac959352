"""A window with what the camera sees, where there is a screen to put one on."""

from __future__ import annotations

import os
import subprocess
import sys

import cv2

from vision.draw import annotate
from vision.source import CameraError
from vision.table import Look

OPENS_PX = 960, 540  # width and height of the window; it can be pulled to any size
TITLE = "rollcall: q closes"
_WINDOW = cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL  # without a bar of tools
_LEAVE = (ord("q"), 27)  # the letter, or escape


def check_screen() -> None:
    """Raise CameraError, here and now, if no window can be shown."""
    seen = sys.platform in ("darwin", "win32") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    if not seen:
        raise CameraError("--show needs a screen, and there is none here")
    if not _is_reachable():
        raise CameraError("--show needs a screen, and the one that DISPLAY names cannot be reached")
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")  # Qt misses fonts that nobody needs
    try:
        cv2.namedWindow(TITLE, _WINDOW)
        cv2.resizeWindow(TITLE, *OPENS_PX)
    except cv2.error:
        raise CameraError("--show needs opencv-python; opencv-python-headless has no windows") from None


def _is_reachable() -> bool:
    """Whether another process can open a window: where the screen cannot be reached, Qt ends the one that tries."""
    if sys.platform in ("darwin", "win32"):
        return True
    tried = subprocess.run(
        [sys.executable, "-c", "import cv2; cv2.namedWindow('rollcall')"], capture_output=True, check=False
    )
    return tried.returncode >= 0  # it was ended by a signal otherwise


def show(look: Look) -> bool:
    """Draw the frame with its dice outlined; return False once the person at the screen has had enough."""
    cv2.imshow(TITLE, annotate(look.frame.bgr, look.readings))
    is_left = cv2.waitKey(1) & 0xFF in _LEAVE or cv2.getWindowProperty(TITLE, cv2.WND_PROP_VISIBLE) < 1
    if is_left:
        cv2.destroyAllWindows()
    return not is_left
