"""Format the failures of a fetch as one line with the remedy, and decide which may be retried."""

from __future__ import annotations

import ssl

import httpx

from scraper.fetching.retries import TRANSIENT, TransientError
from scraper.fetching.transport import ForbiddenAddressError

#: The remedy for a status.
_REMEDIES = {
    206: "only a part of the page arrived, although no range was requested: try later",
    401: "it needs a login: save the page from a browser and name the file",
    402: "it needs a subscription: save the page from a browser and name the file",
    403: "the site refuses: save the page from a browser and name the file",
    404: "check the URL",
    407: "the proxy requires a name and a password: add them to its URL",
    410: "the page was taken down: look for a copy in a web archive",
    429: "the site asks for fewer requests: try later",
    451: "it is withheld for legal reasons",
}


class FinalError(Exception):
    """Raised for a failure that a retry does not fix; `status` is the HTTP status, if there was one."""

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


def status_reason(status: int) -> str:
    """Return a status in words, with the remedy."""
    phrase = httpx.codes.get_reason_phrase(status) or "unknown status"
    remedy = _REMEDIES.get(status, "try later" if status >= httpx.codes.INTERNAL_SERVER_ERROR else "check the URL")
    return f"{status} {phrase}: {remedy}"


def address_reason(error: Exception) -> str:
    """Return the reason for a `ForbiddenAddressError` or an `UnknownHostError`."""
    if isinstance(error, ForbiddenAddressError):
        remedy = "allow it with --allow-private (in voxpop.toml: allow_private)"
        return f"leads to {error}, which is not a public address: {remedy}"
    return f"the host {error} is unknown: check the URL"


def connection_failure(error: Exception) -> Exception:
    """Return a `FinalError` for a certificate that is not trusted, else a `TransientError`."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLCertVerificationError):
        cause = cause.__cause__ or cause.__context__
    if cause is not None:
        reason = cause.verify_message.rstrip(".") or words(error)
        return FinalError(
            f"its certificate cannot be trusted ({reason}): check it in a browser, and save the page there"
        )
    return TransientError(f"the connection failed ({words(error)}): try later")


def proxy_failure(answer: str) -> Exception:
    """Return the error for a proxy's refusal to open a tunnel, as ``502 Bad Gateway``."""
    status = int(answer[:3]) if answer[:3].isdigit() else 0
    if status in TRANSIENT:
        return TransientError(f"the proxy could not reach it ({answer}): try later")
    remedy = _REMEDIES[status] if status == 407 else "ask who runs the proxy"
    return FinalError(f"the proxy refuses it ({answer}): {remedy}")


def too_large(most: int) -> FinalError:
    """Return the error for a response of more than `most` bytes."""
    remedy = "raise the limit with --max-bytes (in voxpop.toml: max_bytes)"
    return FinalError(f"is larger than {most:,} bytes: {remedy}")


def words(error: Exception) -> str:
    """Return the first line of an error's message, at most 200 characters."""
    return (str(error) or type(error).__name__).splitlines()[0][:200]
