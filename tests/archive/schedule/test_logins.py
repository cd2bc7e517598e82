"""Names and passwords in URLs: they open pages, and are in nothing that is stored, shown or shared."""

from __future__ import annotations

import base64
import gzip
from datetime import timedelta

from commands import run_here
from web import answer

from archive.settings import read_settings

SECRET = "hush-hush-1"
PAGE = (
    '<!doctype html><title>One</title><link rel="canonical" href="{canonical}"><h1>One</h1>'
    '<blockquote class="twitter-tweet"><p>I was there.</p>&mdash; Reader (@reader_ex) '
    '<a href="https://twitter.com/reader_ex/status/1223400000000000001">February 1, 2020</a></blockquote>'
)


def guarded(farm):
    """Serve a feed and pages that want a login."""
    url = f"http://ada:{SECRET}@127.0.0.1:{farm.port}"
    links = ("/relative", f"{url}/absolute", f"http://127.0.0.1:{farm.port}/plain", f"{url}/lost")
    items = "".join(f"<item><title>{link[-8:]}</title><link>{link}</link></item>" for link in links)
    feed = f'<rss version="2.0"><channel><title>Harbour</title>{items}</channel></rss>'
    login = "Basic " + base64.b64encode(f"ada:{SECRET}".encode()).decode()

    def route(content, kind="text/html"):
        def act(request):
            if request.headers.get("Authorization") == login:
                answer(request, 200, content.encode(), kind)
            else:
                answer(request, 401, b"who are you?")

        return act

    farm.routes["/feed"] = route(feed, "application/rss+xml")
    for name in ("/relative", "/absolute", "/plain", "/listed"):
        farm.routes[name] = route(PAGE.format(canonical=f"{url}{name}"))
    return url


def holders(folder):
    """Return the files that hold the secret, as it is or as it is sent; pages quote what they like."""
    sent = base64.b64encode(f"ada:{SECRET}".encode())
    found = []
    for file in folder.rglob("*"):
        if file.is_file():
            content = file.read_bytes()
            content = gzip.decompress(content) if file.suffix == ".gz" else content
            content = b"".join(part.partition(b"<!doctype")[0] for part in content.split(b"WARC/1"))
            if SECRET.encode() in content or sent in content:
                found.append(file.name)
    return found


def test_a_run_sends_a_login_to_its_site_and_stores_it_nowhere(farm, room):
    url = guarded(farm)
    (room.folder / "urls.txt").write_text(f"{url}/listed\n")
    room.settings(f'name = "s"\nfeed = "{url}/feed"', 'name = "l"\nurls_file = "urls.txt"')
    for _ in range(2):
        report = room.run()
        room.now += timedelta(hours=2)
        assert report.counts["articles"] + report.counts["unchanged"] == 4
        assert SECRET not in f"{report} {room.events}"
    (room.folder / "urls.txt").unlink()
    assert holders(room.folder) == ["voxpop.toml"]


def test_commands_send_a_login_and_show_it_nowhere(farm, tmp_path):
    url = guarded(farm)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "urls.txt").write_text(f"{url}/listed\n{url}/absent\n")
    archived = tmp_path / "r.db"
    private = ("-v", "--allow-private", "--urls", tmp_path / "mine" / "urls.txt")
    done = run_here("archive", archived, *private, f"{url}/relative", f"{url}/missing")
    assert "2 articles (2 new)" in done.out
    shown = run_here("status", archived), run_here("export", archived), run_here("verify", archived)
    extracted = run_here("extract", "--allow-private", f"{url}/relative")
    assert extracted.records[0]["source"] == f"http://127.0.0.1:{farm.port}/relative"
    for said in (done, *shown, extracted):
        assert SECRET not in said.out + said.err
    (tmp_path / "mine" / "urls.txt").unlink()
    assert holders(tmp_path) == []


def test_an_added_source_keeps_its_login(farm, room):
    url = guarded(farm)
    room.settings('name = "other"\nurls = ["https://other.example/"]')
    added = run_here("sources", "add", f"{url}/feed", "-c", room.file)
    assert (added.code, SECRET in added.out + added.err) == (0, False)
    assert f'feed = "{url}/feed"' in room.file.read_text()
    listed = run_here("sources", "list", "-c", room.file)
    assert SECRET not in listed.out


def test_what_a_source_sends_goes_to_its_site_and_is_stored_nowhere(farm, room):
    """The headers and cookies of a source: for its feed and pages, not for another site's."""
    seen = {}

    def route(request):
        seen[request.path] = {name: request.headers.get(name) for name in ("User-Agent", "X-Key", "Cookie")}
        answer(request, 200, PAGE.format(canonical="").encode(), Set_Cookie=f"token={SECRET}-2")

    inside, outside = f"http://127.0.0.1:{farm.port}/in", f"http://127.0.0.2:{farm.port}/out"
    farm.routes["/in"] = farm.routes["/out"] = route
    feed = farm.at("/feed")
    items = f"<item><link>{inside}</link></item><item><link>{outside}</link></item>"
    farm.routes["/feed"] = lambda request: (
        seen.update(feed=request.headers.get("X-Key")),
        answer(request, 200, f'<rss version="2.0"><channel>{items}</channel></rss>'.encode(), "application/rss+xml"),
    )
    feed = f"http://127.0.0.1:{farm.port}/feed"
    cookies = f"# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t{SECRET}\n"
    (room.folder / "cookies.txt").write_text(cookies)
    room.settings(
        f'name = "s"\nfeed = "{feed}"\nuser_agent = "mine-{SECRET}"\nheaders = {{X-Key = "{SECRET}"}}\n'
        'cookies_file = "cookies.txt"'
    )
    report = room.run()
    assert report.exit_code == 0
    assert seen["feed"] == SECRET
    assert seen["/in"] == {"User-Agent": f"mine-{SECRET}", "X-Key": SECRET, "Cookie": f"session={SECRET}"}
    assert seen["/out"]["User-Agent"].startswith("voxpop/")
    assert (seen["/out"]["X-Key"], seen["/out"]["Cookie"]) == (None, None)
    assert SECRET not in f"{report} {room.events} {read_settings(room.file)!r}".replace(f"mine-{SECRET}", "")
    assert sorted(holders(room.folder)) == ["cookies.txt", "voxpop.toml"]
