"""Measures how much of the plain command's throughput is left under Spark, in processor time.

    CALLORDER_PROGRAM=$PWD/.build/release/callorder \
        PYTHONPATH=$PWD/Sources/Tool/CallOrderSpark:$PWD/Tests/CallOrderCommandTests/Spark \
        .venv/bin/python Tests/CallOrderCommandTests/Spark/measure_throughput.py 20000 100000

Everything is measured in one run, on the same recordings, with one core (`--jobs 1`, `local[1]`). Counted is the processor time
of all processes: the program, Python and the Java virtual machine. A row of the table is:

* `check`: the plain command on as many files, which writes its JSON report.
* `worker`: the program alone, with the recordings on standard input.
* `Python`: the package without Spark, from Arrow batches to Arrow batches.
* `first`: the first job of a new session. The start of the session itself is not counted; loading and compiling the classes of
  Spark, starting Python and starting the program are.
* `warm`: the second job, which has the Python processes and those of the program from the first.
* `started`: a later job that starts Python and the program anew.

`share` is the processor time of the plain command divided by that of the row. The plain command is measured before and after
the others, because a busy machine makes everything slower, and the mean counts.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
from callorder import Worker, command
from callorder.tables import Layout, answered
from recordings import COLUMNS, KEY, PROGRAM, documents, rows

# Spark would start whichever Python comes first in the path.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

NAME = "{app}-{process}.json"


def spent(words: list[str], folder: str, source: str | None = None) -> float:
    """The processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(source or os.devnull, "rb") as given:
        subprocess.run(words, cwd=folder, stdin=given, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def all_spent() -> dict[tuple[int, str], float]:
    """The processor seconds so far of this process and of those below it, by process."""
    parents, seconds = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        # With the children that it has waited for. The time at which it started tells it from others with its number.
        seconds[int(name), fields[19]] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    found = {}
    for process, started in seconds:
        above = process
        while above not in (0, os.getpid()):
            above = parents.get(above, 0)
        if above:
            found[process, started] = seconds[process, started]
    return found


def session(folder: str):  # noqa: ANN201
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", os.path.join(folder, "warehouse"))
        .getOrCreate()
    )


class Measure:
    """The recordings in every form, and the processor time of each way to check them."""

    def __init__(self, count: int, folder: str) -> None:
        self.folder = folder
        events = rows(count)
        files = documents(events)
        os.makedirs(self.path("files"))
        with open(self.path("frames"), "wb") as frames:
            for name, content in files.items():
                with open(self.path(f"files/{name}"), "wb") as file:
                    file.write(content)
                frames.write(f"{len(content)} {name}\n".encode() + content)
        self.recordings = pa.table({"file": list(files), "content": list(files.values())})
        pq.write_table(self.recordings, self.path("recordings.parquet"))
        columns = dict(zip(COLUMNS, map(list, zip(*events, strict=True)), strict=True))
        pq.write_table(pa.table(columns), self.path("events.parquet"))
        self.found: list[tuple[str, float]] = []
        print(f"\n{count} recordings, {len(events)} events", flush=True)

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def say(self, name: str, seconds: float) -> None:
        self.found.append((name, seconds))
        print(f"  {name:24} {seconds:7.2f} s", flush=True)

    def say_shares(self) -> None:
        plain = [seconds for name, seconds in self.found if name == "check"]
        for name, seconds in self.found:
            print(f"  {name:24} share {sum(plain) / len(plain) / seconds:5.2f}", flush=True)

    def measure_plain(self) -> None:
        words = [PROGRAM, "check", ".", "--no-config", "--format", "json", "--fail-on", "never"]
        self.say("check", spent([*words, "--jobs", "1"], self.path("files")))

    def measure_worker(self) -> None:
        self.say("worker", spent(list(command(PROGRAM)), self.folder, self.path("frames")))

    def measure_python(self) -> None:
        """In a process of its own, so that its start counts."""
        self.say("Python", spent([sys.executable, __file__, "--python", self.path("recordings.parquet")], self.folder))

    def measure_spark(self) -> None:
        spark = session(self.folder)
        spark.sparkContext.setLogLevel("ERROR")
        for name in ("first", "warm", "started"):
            for kind, job in (("recordings", self.recordings_job), ("events", self.events_job)):
                if name == "started":
                    # Spark keeps Python processes for each environment. Those of this job stay, so that they can be counted.
                    spark.sparkContext.environment["CALLORDER_MEASURE"] = kind
                before = all_spent()
                job(spark).write.format("noop").mode("overwrite").save()
                after = all_spent()
                self.say(f"{name}, {kind}", sum(seconds - before.get(each, 0) for each, seconds in after.items()))
        spark.stop()

    def recordings_job(self, spark):  # noqa: ANN001, ANN201
        from callorder import spark as callorder

        frame = spark.read.parquet(self.path("recordings.parquet"))
        return callorder.check(frame, ["file"], recording="content", program=PROGRAM, name="{file}")

    def events_job(self, spark):  # noqa: ANN001, ANN201
        from callorder import spark as callorder

        frame = spark.read.parquet(self.path("events.parquet"))
        return callorder.check(
            frame, KEY, event="event", order=["seq"], metadata=["version"], program=PROGRAM, name=NAME
        )


def check_in_python(path: str) -> None:
    layout = Layout(("file",), name="{file}")
    with Worker(command(PROGRAM)) as worker:
        batches = pq.read_table(path).to_batches(10_000)
        for _ in answered(batches, layout, worker, "content"):
            pass


def main(words: list[str]) -> None:
    if words[:1] == ["--python"]:
        check_in_python(words[1])
        return
    counts = words or ["20000"]
    if len(counts) > 1:
        # Each in a process of its own, because a Java virtual machine is faster once it has compiled what it runs.
        for count in counts:
            subprocess.run([sys.executable, __file__, count], check=True)
        return
    folder = tempfile.mkdtemp()
    try:
        measure = Measure(int(counts[0]), folder)
        measure.measure_plain()
        measure.measure_worker()
        measure.measure_python()
        measure.measure_spark()
        measure.measure_plain()
        measure.say_shares()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
