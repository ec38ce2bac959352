"""A stream of JPEG pictures over http, as phone camera apps and network cameras send it."""

from __future__ import annotations

import base64
import http.client
import re
import string
import urllib.error
import urllib.request
from collections.abc import Iterator
from urllib.parse import quote, unquote, urlsplit

from engine.dice import Sentence
from vision.source import CameraError, Source

CHUNK = 1 << 16
LARGEST = 1 << 25  # bytes without a whole picture after which this is no picture stream
_START, _LAST = b"\xff\xd8\xff", b"\xff\xd9"  # of a JPEG picture
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")  # among coded pixels FF stands before 00 and D0 to D7 only


def pictures(source: Source, timeout_s: float) -> Iterator[bytes] | None:
    """The JPEG files of the stream, newest first come; None if it is a video of another kind.

    Half pictures are left out. Raises CameraError, also from the iterator.
    """
    response = _opened(source, timeout_s)
    kind = response.headers.get_content_type()
    if kind.startswith("multipart/"):
        return _parts(source, response)
    response.close()
    if kind.startswith("image/"):
        raise CameraError(
            Sentence(
                "{name} is a single picture, not a stream; "
                "the stream often has the same address with /video at its end",
                name=source.name,
            )
        )
    if kind.startswith("text/"):
        raise CameraError(
            Sentence(
                "{name} is a web page, not a stream; the page usually names the stream's own address, "
                "often the same with /video at its end",
                name=source.name,
            )
        )
    return None


def _opened(source: Source, timeout_s: float) -> http.client.HTTPResponse:
    """Ask without any proxy: the camera stands in the same house."""
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        response: http.client.HTTPResponse = opener.open(_request(source.address), timeout=timeout_s)
    except urllib.error.HTTPError as error:
        error.close()
        answer = _in_one_line(f"{error.code} {error.reason}")
        raise CameraError(Sentence("{name} answers {answer}", name=source.name, answer=answer)) from None
    except TimeoutError:
        raise CameraError(
            Sentence("no answer from {name} within {seconds:g} s", name=source.name, seconds=timeout_s)
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CameraError(
            Sentence("cannot reach {name}: {why}; is the camera app running?", name=source.name, why=_why(error))
        ) from None
    return response


def _request(address: str) -> urllib.request.Request:
    """Name and password stand in the address for people, and in a header for servers; blanks and umlauts in numbers."""
    parts = urlsplit(address)
    plain = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    request = urllib.request.Request(quote(plain.geturl(), safe=string.punctuation))
    if parts.username is not None:
        name = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(name.encode()).decode())
    return request


def _why(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return Sentence("it does not answer")
    said = (reason.strerror if isinstance(reason, OSError) else None) or str(reason)
    return _in_one_line(said) or type(reason).__name__


def _in_one_line(said: str) -> str:
    return " ".join(said.split())


def _parts(source: Source, response: http.client.HTTPResponse) -> Iterator[bytes]:
    waiting = b""
    with response:
        while True:
            try:
                chunk = response.read1(CHUNK)
            except (OSError, http.client.HTTPException) as error:
                raise CameraError(
                    Sentence("{name} stopped sending: {why}", name=source.name, why=_why(error))
                ) from None
            if not chunk:
                raise CameraError(Sentence("{name} stopped sending", name=source.name))
            whole, waiting = _split(waiting + chunk)
            if len(waiting) > LARGEST:
                raise CameraError(Sentence("{name} sends no pictures", name=source.name))
            yield from whole[-1:]  # the older ones are late already


def _split(received: bytes) -> tuple[list[bytes], bytes]:
    """The whole pictures that have come, oldest first, and the bytes to keep for later.

    What stands between them is passed over unread, as cameras write boundaries, heads and lengths in many ways. So a
    picture is whole as soon as its own last byte is there, and one in which the next begins has been cut off.

    >>> _split(b"--b\\n\\n\\xff\\xd8\\xff\\xda\\0\\2A\\xff\\xd9\\n--b\\n\\n\\xff\\xd8\\xff\\xda\\0\\2B")
    ([b'\\xff\\xd8\\xff\\xda\\x00\\x02A\\xff\\xd9'], b'\\xff\\xd8\\xff\\xda\\x00\\x02B')
    """
    whole: list[bytes] = []
    start = received.find(_START)
    while start >= 0:
        end = _end(received, start)
        if end is None:
            return whole, received[start:]
        if received.startswith(_LAST, end - 2):
            whole.append(received[start:end])
        start = received.find(_START, end)
    return whole, received[1 - len(_START) :]


def _end(received: bytes, start: int) -> int | None:
    """Where the picture that starts there ends, or the next one begins; None if that has not come yet."""
    at = start + 2
    while (found := _MARKER.search(received, at)) is not None:
        if found[0] == _LAST:
            return found.end()
        if found[0] == _START[:2]:
            return found.start()
        at = found.end() + max(int.from_bytes(received[found.end() : found.end() + 2], "big"), 2)
    return None
