"""Recordings generated from a seed, as rows of events and as files."""

import json
import os
import random
import sys

PROGRAM = os.environ["CALLORDER_PROGRAM"]
START = ["willFinishLaunching", "didFinishLaunching", "willConnect"]
CYCLE = ["willEnterForeground", "didBecomeActive", "willResignActive", "didEnterBackground"]
KEY = ["app", "process"]
COLUMNS = ["app", "process", "seq", "at", "end", "event", "version"]


def rows(count: int, seed: int = 7) -> list[tuple]:
    """The events of some recordings, one in five of which lacks a call; one begins each second."""
    draw = random.Random(seed)
    found = []
    for process in range(count):
        calls = START + CYCLE * draw.randint(1, 3)
        if draw.random() < 0.2:
            calls.remove("willResignActive")
        app, version, time = f"app{process % 7}", f"1.{process % 3}", 1_000_000 + process
        for seq, call in enumerate(calls):
            event = {"callback": call, "process": process, "time": time}
            if seq > 1:
                event["session"] = f"s{process}"
            found.append((app, process, seq, time, False, json.dumps(event), version))
            time += 1
    return found


def documents(events: list[tuple]) -> dict[str, bytes]:
    """The recordings as files that `callorder check` reads."""
    found: dict[tuple, list] = {}
    for app, process, seq, _, _, event, version in events:
        found.setdefault((app, process, version), []).append((seq, event))
    files = {}
    for (app, process, version), calls in found.items():
        metadata = json.dumps({"app": app, "process": process, "version": version})
        text = ",\n".join(event for _, event in sorted(calls))
        files[f"{app}-{process}.json"] = (
            f'{{"format": "callorder.trace/1", "metadata": {metadata}, "events": [{text}]}}'.encode()
        )
    return files


def say(*words: object) -> None:
    """Prints to standard error, like Spark."""
    print(*words, file=sys.stderr, flush=True)
