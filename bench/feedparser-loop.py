"""Run by bench/compare: what a person writes with feedparser: one feed after the other, validators and entries in SQLite, a commit each.

usage: feedparser-loop.py DATABASE FILE_OF_URLS
"""
import sqlite3
import sys

import feedparser

database = sqlite3.connect(sys.argv[1])
database.executescript(
    """
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS feed (url TEXT PRIMARY KEY, etag TEXT, modified TEXT);
    CREATE TABLE IF NOT EXISTS article (
      url TEXT, id TEXT, title TEXT, link TEXT, published TEXT, content TEXT, PRIMARY KEY (url, id));
    """
)
for url in open(sys.argv[2], encoding="utf-8").read().split():
    etag, modified = database.execute("SELECT etag, modified FROM feed WHERE url = ?", [url]).fetchone() or (None, None)
    feed = feedparser.parse(url, etag=etag, modified=modified)
    if feed.get("status") == 304:
        continue
    for entry in feed.entries:
        content = entry.content[0].value if "content" in entry else entry.get("summary")
        database.execute(
            "INSERT INTO article VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [url, entry.get("id"), entry.get("title"), entry.get("link"), entry.get("published"), content],
        )
    database.execute("INSERT OR REPLACE INTO feed VALUES (?, ?, ?)", [url, feed.get("etag"), feed.get("modified")])
    database.commit()
