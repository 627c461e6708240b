"""Logs (D21, D22, D48): only what repeats is folded, the count is the true one, and nothing is stripped."""

import re

import pytest

from cases.door import Json, case, compiled, estimated
from cases.laws import fold, obey

PLENTY = 100_000


def folded(log: str, *, masked: bool = False, budget: int = PLENTY, query: str = "q") -> Json:
    """The answer to a request of one log."""
    policy = {"normalize_log_timestamps": masked}
    fragments = [{"content": log, "kind": "log"}]
    return compiled({"query": query, "fragments": fragments, "token_budget": budget, "policy": policy})


def lines_in(content: str) -> int:
    """The lines that a folded log stands for."""
    counts = [re.search(r" \(x(\d+)\)$", line) for line in content.removesuffix("\n").split("\n")]
    return sum(int(count[1]) if count else 1 for count in counts)


class TestDigits:
    """A digit is part of a line: order numbers, ports and codes are the evidence (D21)."""

    LOG = case("D21")["request"]["fragments"][0]["content"]
    ORDERS = tuple(f"ORD-{10_000 + 137 * row}" for row in range(20))

    @pytest.mark.parametrize("order", ORDERS)
    def test_every_order_number_is_there(self, order: str):
        """With a budget for the folded log, no order number is missing."""
        assert order in folded(self.LOG, masked=True, budget=estimated(fold(self.LOG))[0])["content"]

    def test_equal_lines_are_counted(self):
        """Three hundred heartbeats become one line that says so."""
        assert folded(self.LOG, masked=True)["content"].endswith("INFO heartbeat (x300)\n")

    def test_nothing_else_is_counted(self):
        """Of all lines only the heartbeat carries a count."""
        assert folded(self.LOG, masked=True)["content"].count(" (x") == 1

    def test_the_recorded_request_is_lawful(self):
        """With a budget too small for the folded log, the rest has a handle."""
        request = case("D21")["request"]
        obey(request, compiled(request))

    @pytest.mark.parametrize("masked", [False, True])
    @pytest.mark.parametrize(
        "template",
        [
            "connect to port {}",
            "HTTP {} from upstream",
            "{} bytes",
            "worker-{} died",
            "trace 0x{:x}",
            "took {}.5 ms",
            "id={:08d}-aaaa",
            "price {},00 EUR",
            "retry\t{}",
            "2026-03-01T09:00:00Z [worker-{}] died",
            "2026-03-01T09:00:00Z user {} [ok]",
            "2026-03-01 09:00:00 INFO at 2026-03-01 09:00:{:02d}",
        ],
    )
    def test_lines_that_differ_in_a_number_stay_apart(self, template: str, masked: bool):
        """Twenty lines that differ in one number are twenty lines, whatever stands around them."""
        lines = [template.format(number) for number in range(20)]
        log = "\n".join([*lines, *["up"] * 50, ""])
        assert folded(log, masked=masked)["content"] == "\n".join([*lines, "up (x50)", ""])

    @pytest.mark.parametrize("masked", [False, True])
    def test_only_case_or_blanks_differ(self, masked: bool):
        """Lines that differ in case or in blanks stay apart."""
        log = "up now\nUp now\nup  now\nup now \n\tup now\n" + "down and out\n" * 9
        expected = "up now\nUp now\nup  now\nup now \n\tup now\ndown and out (x9)\n"
        assert folded(log, masked=masked)["content"] == expected


class TestTerminals:
    """Colours, titles and cursor moves are kept as they are (D22)."""

    REQUEST = case("D22")["request"]

    def test_the_failure_survives(self):
        """The line that tells the failed test and why is in the content, codes and all."""
        line = "\x1b]0;build\x07\x1b[31mFAILED\x1b[0m tests/test_api.py::test_get - assert 500 == 200\n"
        assert line in compiled(self.REQUEST)["content"]

    def test_the_query_finds_it(self):
        """Codes around a word do not hide it from the query."""
        assert compiled(self.REQUEST)["decisions"][0]["relevance"] > 0

    def test_what_only_looks_like_a_code_stays(self):
        """An index in brackets is no colour."""
        assert compiled(self.REQUEST)["content"].endswith("array[31m] is not an escape code\n")

    def test_the_log_is_lawful(self):
        """The budget holds, and what is emitted are the log's own bytes."""
        obey(self.REQUEST, compiled(self.REQUEST))

    def test_coloured_repeats_are_folded(self):
        """Lines with codes are equal when all their bytes are: a hundred and twenty warnings are sixty that came twice."""
        content = folded(self.REQUEST["fragments"][0]["content"])["content"]
        assert content.count("cache miss (x2)\n") == 60

    def test_a_progress_bar_is_one_line(self):
        """A carriage return ends no line, so a hundred and one redraws are one line."""
        first = folded(self.REQUEST["fragments"][0]["content"])["content"].split("\n")[0]
        assert first.count("\r") == 101
        assert " (x" not in first

    @pytest.mark.parametrize(
        "code",
        ["\x1b[31m", "\x1b[2K\x1b[1G", "\x1b]0;title\x07", "\x1b]8;;http://a\x1b\\", "\x9b31m", "\x08", "\x07", "\x7f"],
    )
    def test_any_code_comes_back(self, code: str):
        """A code in front of, inside or behind a line is neither stripped nor counted as a difference of its own."""
        for line in (f"{code}disk is full", f"disk {code}is full", f"disk is full{code}"):
            assert folded(f"{line}\n" * 30)["content"] == f"{line} (x30)\n"
            assert folded(f"{line}\ndisk is full\n" * 15)["content"] == f"{line} (x15)\ndisk is full (x15)\n"


class TestTimestamps:
    """With `normalize_log_timestamps`, lines that differ in their leading time alone are equal (D48)."""

    LOG = case("D48")["request"]["fragments"][0]["content"]
    LINES = LOG.split("\n")

    def test_a_line_is_counted_wherever_it_comes(self):
        """A hundred retries, ninety before and ten after another line, are counted as a hundred."""
        content = folded(self.LOG, masked=True)["content"]
        assert content.split("\n")[0] == self.LINES[0] + " (x100)"

    def test_the_count_stands_for_all_lines(self):
        """Counts and single lines add up to the lines of the log."""
        assert lines_in(folded(self.LOG, masked=True)["content"]) == len(self.LINES) - 1

    def test_first_occurrences_are_verbatim(self):
        """Less their counts, the lines of the content are lines of the log, in its order."""
        content = folded(self.LOG, masked=True)["content"]
        kept = [re.sub(r" \(x\d+\)$", "", line) for line in content.split("\n")]
        assert sorted(kept, key=self.LINES.index) == kept

    def test_what_happened_once_keeps_its_time(self):
        """A line that comes once stands there with its own time."""
        assert "2026-07-18T11:30:00Z [worker-3] queue drained\n" in folded(self.LOG, masked=True)["content"]

    def test_an_impossible_time_is_a_time(self):
        """The ranges of months and hours are not checked, so two impossible times are one line."""
        content = folded(self.LOG, masked=True)["content"]
        assert "2026-13-45T99:99:99Z not a real time (x2)\n" in content

    def test_process_ids_are_no_times(self):
        """Two lines with a syslog time and different process ids stay apart."""
        content = folded(self.LOG, masked=True)["content"]
        assert "Jul 18 10:23:45 host sshd[411]: refused\nJul 18 10:23:46 host sshd[412]: refused\n" in content

    def test_the_reason_says_that_times_were_ignored(self):
        """A decision on lines that were taken as equal says so."""
        assert "timestamps normalized" in folded(self.LOG, masked=True)["decisions"][0]["reason"]

    def test_without_the_option_times_count(self):
        """With the option off no two of these lines are equal, so all of them are there."""
        assert folded(self.LOG)["content"] == self.LOG

    def test_with_room_for_the_folded_log_nothing_is_cut(self):
        """The recorded budget holds the folded log."""
        decision = compiled(case("D48")["request"])["decisions"][0]
        assert (decision["action"], decision.get("emitted")) == ("abstract", None)

    @pytest.mark.parametrize(
        "stamp",
        [
            "2026-07-18T10:{:02}:00Z",
            "2026-07-18 10:{:02}:00",
            "2026-07-18T10:00:{:02}+02:00",
            "2026-07-18T10:00:00.{:03}",
            "2026-07-18T10:00:00,{:03}Z",
            "Jul 18 10:{:02}:00",
            "Jul  8 10:{:02}:00",
            "2026-07-18T10:00:00Z [{:04x}]",
        ],
    )
    def test_every_form_of_time_is_known(self, stamp: str):
        """Forty lines that differ in their time are one line with its count, the first as it was."""
        lines = [f"{stamp.format(number)} queue full" for number in range(40)]
        assert folded("\n".join(lines), masked=True)["content"] == f"{lines[0]} (x40)"

    @pytest.mark.parametrize(
        "stamp",
        [
            "26-07-18 10:{:02}:00",
            " 2026-07-18T10:{:02}:00Z",
            "[2026-07-18T10:{:02}:00Z]",
            "10:{:02}:00",
            "18 Jul 10:{:02}:00",
            "Jul 8 10:{:02}:00",
            "2026-07-18T10:{:02}",
            "at 2026-07-18T10:{:02}:00Z",
            "٢٠٢٦-07-18T10:{:02}:00Z",
            "\x1b[90m2026-07-18T10:{:02}:00Z",
        ],
    )
    def test_what_is_no_leading_time_is_kept(self, stamp: str):
        """Lines with a time in another form or at another place stay apart."""
        log = "\n".join([f"{stamp.format(number)} queue full" for number in range(40)])
        assert folded(log, masked=True)["content"] == log

    @pytest.mark.parametrize("shape", [(90, 10), (1, 1), (5, 5), (2, 300), (50, 50)])
    @pytest.mark.parametrize("masked", [False, True])
    def test_counts_add_up_in_every_order(self, shape: tuple[int, int], masked: bool):
        """Counts are taken over the whole log, whatever stands between the repeats."""
        before, after = shape
        log = "queue is full again\n" * before + "drained at last\n" + "queue is full again\n" * after
        content = folded(log, masked=masked)["content"]
        assert content == f"queue is full again (x{before + after})\ndrained at last\n"

    def test_windows_line_ends_survive(self):
        """Folded lines keep the line end of the log, and a CR is no part of the line."""
        assert folded("up\r\nup\r\nup\r\nup\ndown\r\n" * 5)["content"] == "up (x20)\r\ndown (x5)\r\n"

    def test_a_log_without_a_last_line_end_gets_none(self):
        """No line end is added."""
        assert folded("queue is full\nqueue is full\nqueue is full")["content"] == "queue is full (x3)"

    def test_a_line_that_looks_counted_is_counted(self):
        """A line of the log that ends like a count is told from a folded one."""
        log = "queue is full (x9)\n" + "queue is full\n" * 9
        assert folded(log)["content"] == "queue is full (x9) (x1)\nqueue is full (x9)\n"


class TestTails:
    """A log that does not fit is cut from the front, then folded."""

    LOG = "".join(f"step {number} of the build\nqueue full, retrying\n\n" for number in range(300))

    @pytest.mark.parametrize("budget", [40, 100, 400, 1500])
    def test_a_tail_is_the_fold_of_its_lines(self, budget: int):
        """The content is the fold of the log from the first byte that the decision names."""
        answer = folded(self.LOG, budget=budget)
        start = answer["decisions"][0]["emitted"][0][0]
        assert answer["content"] == fold(self.LOG.encode()[start:].decode())

    @pytest.mark.parametrize("budget", [40, 100, 400, 1500])
    def test_no_longer_tail_fits(self, budget: int):
        """With one more line the fold would exceed the budget."""
        start = folded(self.LOG, budget=budget)["decisions"][0]["emitted"][0][0]
        longer = self.LOG[self.LOG.rindex("\n", 0, start - 1) + 1 :]
        assert estimated(fold(longer))[0] > budget

    def test_the_last_line_is_there(self):
        """The end of a log is the last to go."""
        assert "step 299 of the build" in folded(self.LOG, budget=40)["content"]
