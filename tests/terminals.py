"""A terminal of its own for a program: it is read, typed into, and sent signals, as by a person."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence


def at_terminal(arguments: Sequence[str], replies: Sequence[tuple[str, bytes | signal.Signals]]) -> tuple[int, str]:
    """Run the program on a terminal of its own; once a prompt is seen, type its reply or send its signal."""
    screen, terminal_end = pty.openpty()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "dumb", "PYTHONUTF8": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "reverie", *arguments],
        stdin=terminal_end,
        stdout=terminal_end,
        stderr=terminal_end,
        env=environment,
    ) as running:
        os.close(terminal_end)
        end = threading.Timer(90, running.kill)  # it waits for something that was not foreseen
        end.start()
        seen, since, waiting = "", 0, list(replies)
        sent: signal.Signals | None = None
        while got := _read(screen, running, sent):
            seen += got.decode("utf-8", "replace")
            if waiting and waiting[0][0] in seen[since:]:
                since, reply = len(seen), waiting.pop(0)[1]
                sent = None if isinstance(reply, bytes) else reply
                if isinstance(reply, bytes):
                    os.write(screen, reply)
                else:
                    running.send_signal(reply)
        os.close(screen)
    end.cancel()
    assert not waiting, seen
    return running.returncode, seen


def _read(screen: int, running: subprocess.Popen[bytes], sent: signal.Signals | None) -> bytes:
    while sent is not None and not select.select([screen], [], [], 5)[0]:
        running.send_signal(sent)  # the first came before the program listened, as a person's first Ctrl-C can
    try:
        return os.read(screen, 65536)
    except OSError:  # how Linux says that the program has closed its terminal
        return b""
