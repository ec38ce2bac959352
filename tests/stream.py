"""A phone's camera app on this computer: what it shows can be changed, and it can be switched off and on again."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

PACE_S = 0.02  # between two pictures
GRAIN = np.random.default_rng(2).integers(0, 3, (16, 16, 3), np.uint8)  # a picture that never changes has frozen


class Phone:
    """Streams a picture over and over until it is given another one; counts how often it is asked."""

    def __init__(self, bgr: np.ndarray) -> None:
        self.show(bgr)
        self.is_on, self.asked = True, 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def show(self, bgr: np.ndarray) -> None:
        """Stream this picture from now on, the noise of a camera on it."""
        grain = np.tile(GRAIN, (bgr.shape[0] // 16 + 1, bgr.shape[1] // 16 + 1, 1))[: bgr.shape[0], : bgr.shape[1]]
        noisy = [cv2.add(bgr, np.roll(grain, i, axis=0)) for i in range(4)]
        self.jpegs = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in noisy]

    def switch(self, is_on: bool) -> None:
        """Off, all streams break off and new ones are refused."""
        self.is_on = is_on

    def close(self) -> None:
        """Answer nobody any more."""
        self.is_on = False
        self._server.shutdown()
        self._server.server_close()


def _handler(phone: Phone) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            phone.asked += 1
            if not phone.is_on:
                self.send_error(503)
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            pause, i = threading.Event(), 0
            while phone.is_on:
                jpeg = phone.jpegs[i % len(phone.jpegs)]
                head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
                try:
                    self.wfile.write(head + jpeg + b"\r\n")
                except OSError:
                    return
                i += 1
                pause.wait(PACE_S)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
