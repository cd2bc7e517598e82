"""Time stamps (RFC 3161): make a request, and check that a response belongs to it.

Signatures are left to standard tools (``openssl ts``).
"""

from __future__ import annotations

import hashlib
import secrets

REQUEST_TYPE, ANSWER_TYPE = "application/timestamp-query", "application/timestamp-reply"
#: SHA-256 with NULL parameters, as DER.
_SHA256 = bytes.fromhex("300d06096086480165030402010500")
_SEQUENCE, _INTEGER, _OCTETS = 0x30, 0x02, 0x04
#: The statuses "granted" and "granted with modifications".
_GRANTED = {b"\x00", b"\x01"}


class NoStampError(Exception):
    """Raised for a response without a time stamp of the content; the message follows "the answer"."""


def request_for(content: bytes) -> bytes:
    """Return a time stamp request for some bytes, with a nonce."""
    imprint = _der(_SEQUENCE, _SHA256 + _der(_OCTETS, hashlib.sha256(content).digest()))
    number = b"\x01" + secrets.token_bytes(8)  # positive whatever follows
    return _der(_SEQUENCE, b"\x02\x01\x01" + imprint + _der(_INTEGER, number) + b"\x01\x01\xff")


def check_answer(code: int, answer: bytes, content: bytes) -> None:
    """Check that a response grants a time stamp with the digest of the content; else raise `NoStampError`."""
    if code != 200:
        raise NoStampError(f"has status {code}")
    if answer[:1] != bytes([_SEQUENCE]):
        raise NoStampError("is no time stamp")
    _, body, _ = _parsed(answer)
    _, information, _ = _parsed(body)
    tag, status, _ = _parsed(information)
    if tag != _INTEGER:
        raise NoStampError("is no time stamp")
    if status not in _GRANTED:
        raise NoStampError(f"refuses a time stamp (status {int.from_bytes(status[:4], 'big')})")
    if hashlib.sha256(content).digest() not in answer:
        raise NoStampError("stamps something else")


def _der(tag: int, content: bytes) -> bytes:
    """Encode a value as DER; at most 127 bytes."""
    return bytes([tag, len(content)]) + content


def _parsed(content: bytes) -> tuple[int, bytes, bytes]:
    """Parse the first DER value; return its tag, its content and the rest."""
    if len(content) < 2:
        raise NoStampError("is no time stamp")
    length, start = content[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(content[2 : min(start, 10)], "big")
    if start + length > len(content):
        raise NoStampError("is cut short")
    return content[0], content[start : start + length], content[start + length :]
