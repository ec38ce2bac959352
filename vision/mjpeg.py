"""A stream of JPEG pictures over http, as phone camera apps and network cameras send it."""

from __future__ import annotations

import base64
import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from urllib.parse import unquote, urlsplit

from engine.dice import Sentence
from vision.source import CameraError, Source

CHUNK = 1 << 16
LARGEST = 1 << 25  # bytes without a whole picture after which this is no picture stream
_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)


def pictures(source: Source, timeout_s: float) -> Iterator[bytes] | None:
    """The JPEG files of the stream, newest first come; None if it is a video of another kind.

    Half pictures are left out. Raises CameraError, also from the iterator.
    """
    response = _opened(source, timeout_s)
    kind = response.headers.get_content_type()
    if kind.startswith("multipart/"):
        return _parts(source, response, _boundary(response.headers))
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
    """Name and password stand in the address for people, and in a header for servers."""
    parts = urlsplit(address)
    plain = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    request = urllib.request.Request(plain.geturl())
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


def _boundary(headers: Message) -> bytes:
    """What stands between two pictures; some cameras write its leading dashes into the header, some do not."""
    return str(headers.get_param("boundary", "")).strip("-").encode("ascii", "replace")


def _parts(source: Source, response: http.client.HTTPResponse, boundary: bytes) -> Iterator[bytes]:
    if not boundary:
        raise CameraError(Sentence("{name} sends pictures without saying what stands between them", name=source.name))
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
            whole, waiting = _split(waiting + chunk, boundary)
            if len(waiting) > LARGEST:
                raise CameraError(Sentence("{name} sends no pictures", name=source.name))
            yield from whole[-1:]  # the older ones are late already


def _split(received: bytes, boundary: bytes) -> tuple[list[bytes], bytes]:
    """The whole pictures that have come, oldest first, and the bytes to keep for later.

    A picture is whole when the next boundary is there, or as many bytes as its head says.

    >>> _split(b"--b\\r\\n\\r\\n\\xff\\xd8A\\xff\\xd9\\r\\n--b\\r\\nContent-Length: 5\\r\\n\\r\\n\\xff\\xd8B", b"b")
    ([b'\\xff\\xd8A\\xff\\xd9'], b'--b\\r\\nContent-Length: 5\\r\\n\\r\\n\\xff\\xd8B')
    """
    *complete, last = received.split(b"--" + boundary)
    whole = [picture for part in complete if (picture := _picture(part)) is not None]
    head, _, body = last.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    if length is not None and len(body) >= int(length[1]):
        picture = _picture(last[: len(last) - len(body) + int(length[1])])
        if picture is not None:
            return [*whole, picture], body[int(length[1]) :]
    return whole, (b"--" + boundary + last if complete else last)


def _picture(part: bytes) -> bytes | None:
    body = part.partition(b"\r\n\r\n")[2].rstrip(b"\r\n-\0")
    return body if body.startswith(b"\xff\xd8") and body.endswith(b"\xff\xd9") else None
