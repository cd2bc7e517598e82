"""No test sends anything to another machine: processes that the tests start refuse it and write it down."""

import os
import subprocess
import sys

import pytest

ASK = "import socket; socket.{}"
STREAM = "socket(socket.{}, socket.SOCK_STREAM)"
DATAGRAM = "socket(socket.AF_INET, socket.SOCK_DGRAM)"


def run(tmp_path, statement):
    """Run a statement in a process of its own; return how it ended and what was refused."""
    refused = tmp_path / "refused"
    refused.touch()
    environment = {**os.environ, "VOXPOP_TESTS_REFUSED": str(refused)}
    command = [sys.executable, "-c", ASK.format(statement)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    return done, refused.read_text("utf-8")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        pytest.param("getaddrinfo('example.org', 80)", "look-up of example.org", id="look-up"),
        pytest.param("gethostbyname('example.org')", "look-up of example.org", id="old-look-up"),
        pytest.param("getaddrinfo(b'example.org', 80)", "look-up of b'example.org'", id="name-in-bytes"),
        pytest.param(
            STREAM.format("AF_INET") + ".connect(('192.0.2.1', 80))", "connection to 192.0.2.1, port 80", id="address"
        ),
        pytest.param(
            STREAM.format("AF_INET6") + ".connect(('2001:db8::1', 80))",
            "connection to 2001:db8::1, port 80",
            id="address-of-version-6",
        ),
        pytest.param(DATAGRAM + ".sendto(b'', ('192.0.2.1', 53))", "connection to 192.0.2.1, port 53", id="datagram"),
    ],
)
def test_what_leaves_the_machine_is_refused_and_written_down(tmp_path, statement, said):
    done, refused = run(tmp_path, statement)
    assert done.returncode == 1
    assert f"LeavesTheMachineError: {said}" in done.stderr
    assert refused.startswith(f"{said} (")


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("getaddrinfo('localhost', 80)", id="look-up-of-this-machine"),
        pytest.param("getaddrinfo('192.0.2.1', 80)", id="address-is-no-name"),
        pytest.param("getaddrinfo('0x7f000002', 80)", id="address-as-one-number"),
        pytest.param("create_server(('127.0.0.1', 0))", id="server"),
        pytest.param(
            "create_connection((server := socket.create_server(('127.0.0.1', 0))).getsockname())", id="connection"
        ),
        pytest.param(DATAGRAM + ".connect(('192.0.2.1', 53))", id="which-address-of-ours"),
    ],
)
def test_what_stays_on_the_machine_is_allowed(tmp_path, statement):
    done, refused = run(tmp_path, statement)
    assert (done.returncode, done.stderr, refused) == (0, "", "")


def test_a_name_that_is_nobodys_is_unknown_without_asking(tmp_path):
    done, refused = run(tmp_path, "getaddrinfo('daily.example', 80)")
    assert "gaierror: [Errno -2] Name or service not known" in done.stderr
    assert refused == ""
