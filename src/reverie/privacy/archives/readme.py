"""The page inside an archive that says what is in it, to somebody who has no Reverie."""

from __future__ import annotations

README = """\
# What is kept of {name}

This archive was made by Reverie, the memory of an AI companion, on {made_at:%Y-%m-%d}. It holds everything that the
companion keeps of {name}. Keep it as you would keep a diary: whoever has this file can read it. It also holds what was
forgotten or unsaid and could still be undone, in `memories.jsonl` (status `retracted`) and in `log.jsonl`.

A memory was so from `valid_from` to `valid_to`, and was known to be so from `created_at` to `closed_at`.
Every file is plain text in UTF-8. A `.jsonl` file has one JSON object a line. Times are ISO 8601, in UTC.

| file | what it holds |
|---|---|
| `profile.yaml` | what is known, as one page; made from the other files |
| `people.jsonl` | names, and those who turned out to be the same person (`merged_into`) |
| `accounts.jsonl` | logins on other platforms |
| `settings.jsonl` | what was decided about memory |
| `conversations.jsonl` | conversations, with their times |
| `messages.jsonl` | every message: who said it (`role`, `speaker`), when (`sent_at`), and its `text` |
| `sheets.jsonl` | summaries of conversations, and the companion's notes on them |
| `memories.jsonl` | what is remembered: a sentence (`text`), its `status`, where it came from (`message_id`, `quote`) |
| `items.jsonl` | JSON objects (`value`) that agents keep of them, by `namespace` and `key` |
| `links.jsonl` | which words stand behind which memory (`evidence`), and what contradicts what |
| `statements.jsonl` | what each memory follows from: who said it when, of which message, how sure; no words |
| `blocked.jsonl` | digests of what may not be learned again; no words |
| `documents.jsonl` | documents that a companion has read |
| `changes.jsonl` | everything that was ever changed, by whom and why |
| `log.jsonl` | each item before and after each change |
| `search.jsonl` | what can be searched; with `--with-vectors`, its vectors (int8, base64) |
| `picture_vectors.jsonl` | vectors of pictures |
| `work.jsonl` | what a language model was asked to do, and when; no words |
| `pictures/` | picture files, named by their SHA-256 (`sha256` in `details` of a memory of kind `scene`) |
| `manifest.json` | the size, rows and SHA-256 of each file here |

To bring it into a Reverie: `reverie import {quoted} FILE.zip`
"""
