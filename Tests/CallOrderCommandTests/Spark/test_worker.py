"""The requests to a worker, its answers, and its failures."""

import json
import os
import signal
import stat
import tempfile
import unittest

from callorder import Recording, Worker, WorkerError, command, document, recording_name
from recordings import PROGRAM, documents, rows

GOOD = '{"callback": "willConnect", "session": "a"}'


def recordings(count: int) -> list[Recording]:
    return [Recording(name, content) for name, content in documents(rows(count)).items()]


class WorkerTests(unittest.TestCase):
    def setUp(self):
        self.worker = Worker(command(PROGRAM))
        self.addCleanup(self.worker.close)

    def test_answers_in_order_whatever_the_batches(self):
        asked = recordings(40)
        expected = list(self.worker.check(asked))
        self.assertEqual([each.name for each in expected], [each.name for each in asked])
        self.assertTrue(any(each.errors for each in expected))
        self.assertTrue(any(each.verdict == "conforming" for each in expected))
        for answer in expected:
            report = json.loads(answer.report)
            self.assertEqual(report["verdict"], answer.verdict)
            for member in ("events", "errors", "warnings", "notes"):
                self.assertEqual(report["summary"][member], getattr(answer, member))
            self.assertEqual(report["summary"]["recordingNotes"], answer.recording_notes)
            self.assertEqual(report["traces"][0]["events"], answer.events)
        self.worker.batch_count = 3
        self.assertEqual(list(self.worker.check(asked)), expected)

    def test_recordings_may_be_larger_than_a_pipe(self):
        padding = "x" * (1 << 21)
        asked = [Recording(str(size), document(GOOD, {"padding": padding[:size]}, {})) for size in (1 << 16, 1 << 20, 1 << 21)]
        found = list(self.worker.check(asked * 3))
        self.assertEqual([each.name for each in found], [each.name for each in asked] * 3)
        self.assertEqual({each.verdict for each in found}, {"conforming"})

    def test_poison_is_a_failure_and_the_others_are_answered(self):
        asked = [
            Recording("good", document(GOOD, {}, {})),
            Recording("not\nJSON", document(GOOD + ",\n}", {}, {})),
            Recording("empty", b""),
            Recording("none", None, "there is none"),
            Recording("last", document(GOOD, {"app": 'a"\n'}, {"records": "all"})),
        ]
        good, bad, empty, none, last = self.worker.check(asked)
        self.assertIsNone(good.failure)
        self.assertEqual(good.verdict, "conforming")
        self.assertRegex(bad.failure, "^line 2: ")
        self.assertRegex(empty.failure, "empty")
        self.assertEqual(none.failure, "there is none")
        self.assertEqual([each.verdict for each in (bad, empty, none)], [None] * 3)
        self.assertEqual(json.loads(last.report)["traces"][0]["metadata"]["app"], 'a"\n')

    def test_a_killed_worker_is_started_again(self):
        asked = recordings(20)
        expected = list(self.worker.check(asked))
        found = []
        for answer in self.worker.check(asked):
            found.append(answer)
            if len(found) in (3, 7):
                os.kill(self.worker._process.pid, signal.SIGKILL)
        self.assertEqual(found, expected)

    def test_what_kills_the_worker_each_time_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "dies")
            with open(program, "w") as file:
                file.write(
                    '#!/bin/bash\nwhile read -r count name; do head -c "$count" >/dev/null\n'
                    '[[ $name == bad* ]] && kill -9 $$\necho \'{"verdict":"conforming","summary":{"traces":1,'
                    '"events":1,"errors":0,"warnings":0,"notes":0,"recordingNotes":0,"failures":0},"traces":[]}\'; done\n'
                )
            os.chmod(program, stat.S_IRWXU)
            names = ["a", "bad", "b", "bad2", "bad3", "c"]
            with Worker([program]) as worker:
                worker.batch_count = 4
                found = list(worker.check(Recording(name, b"x") for name in names))
        self.assertEqual([each.name for each in found], names)
        self.assertEqual([each.failure is not None for each in found], [False, True, False, True, True, False])
        self.assertIn("signal 9", found[1].failure)

    def test_answers_nobody_waits_for_are_not_given_to_others(self):
        asked = recordings(12)
        expected = list(self.worker.check(asked))
        broken_off = self.worker.check(asked)
        next(broken_off)
        broken_off.close()
        self.assertEqual(list(self.worker.check(asked[5:])), expected[5:])

    def test_a_program_that_is_not_there_or_refuses_its_options_is_an_error(self):
        for words in (command("/no/callorder"), command(PROGRAM, options=["--nonsense"]), command(PROGRAM, "no-grammar")):
            with self.assertRaises(WorkerError):
                list(Worker(words).check([Recording("a", b"[]")]))

    def test_names_are_those_of_keys(self):
        self.assertEqual(recording_name("fleet", {"app": "a,b]\\", "n": 7}), "fleet[app=a\\,b\\]\\\\,n=7]")


if __name__ == "__main__":
    unittest.main()
