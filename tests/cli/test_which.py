"""Which log, hand and line is meant: what is not there is told, with what there is, and what to type."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import REVOKE, upcard
from tests.records.archives import simulated
from upcard.records.logfile import read_bytes, read_log


def a_log(folder: Path, hands: int = 3) -> str:
    """A log of several hands."""
    path = folder / "log.jsonl"
    path.write_bytes(simulated(hands=hands, games=["court_piece"])[0])
    return str(path)


def spans(path: str) -> dict[int, tuple[int, int]]:
    from upcard.engine.session import session

    return {one.hand: (one.first, one.last) for one in session(read_log(path).log).hands}


def test_show_tells_of_a_line_that_is_not_there(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    lines = read_log(path).lines
    for extra in ([], ["--json"], ["--hand", "1"]):
        out, err = upcard("show", path, "--at", "9999", *extra, code=2)
        assert (out, err) == ("", f"error: {path}: no line 9999\nhint: it has {lines} lines\n")
    upcard("show", path, "--at", str(lines))


def test_show_tells_of_a_line_of_another_hand(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    first, last = spans(path)[2]
    _, err = upcard("show", path, "--hand", "2", "--at", "5", code=2)
    assert err == f"error: {path}: line 5 is of hand 1, not of hand 2\nhint: hand 2 is lines {first} to {last}\n"
    assert "is of no hand" in upcard("show", path, "--hand", "1", "--at", "1", code=2)[1]
    for at in (first, last):
        assert f"line {at}\n" in upcard("show", path, "--hand", "2", "--at", str(at))[0]
    _, err = upcard("show", path, "--hand", "9", code=2)
    assert err == f"error: {path}: no hand 9\nhint: it has 1 to 3\n"


def test_replay_tells_of_a_hand_that_is_not_there(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    for how in ([], ["--json"], ["--text"]):
        out, err = upcard("replay", path, "--hand", "9", *how, code=2)
        assert (out, err) == ("", f"error: {path}: no hand 9\nhint: it has 1 to 3\n")


def test_replay_as_text_is_of_the_hand_and_seat_that_were_named(tmp_path: Path) -> None:
    path = a_log(tmp_path)
    first, last = spans(path)[2]
    told = upcard("replay", path, "--text", "--hand", "2", "--seat", "public")[0].splitlines()
    numbers = [int(line[:4]) for line in told[1:] if line[:4].strip().isdigit()]
    assert (numbers[0], numbers[-1]) == (first, last)


def stream(folder: Path) -> tuple[str, list[str], bytes]:
    """A file with two logs."""
    made = simulated(games=["court_piece", "big_two"])
    path = folder / "stream of two.jsonl"
    path.write_bytes(b"".join(made))
    return str(path), [read_bytes(one).log.header.log for one in made], b"".join(made)


@pytest.mark.parametrize("command", ["show", "replay"])
def test_one_log_of_several_is_named_by_its_beginning(command: str, tmp_path: Path) -> None:
    path, (first, second), data = stream(tmp_path)
    for name, given in ((path, b""), ("-", data), (str(tmp_path), b"")):
        _, err = upcard(command, name, data=given, code=2)
        assert "several logs are here" in err
        assert f"hint: --log {first[:13]} or --log {second[:13]} picks one" in err
        for log in (first, second):
            out = upcard(command, name, "--log", log[:13], "--json", data=given)[0]
            if command == "show":
                assert json.loads(out)["log"] == log
        _, err = upcard(command, name, "--log", "zzz", data=given, code=2)
        assert "no log 'zzz' is here" in err
        assert first[:13] in err
        assert "several logs here begin with ''" in upcard(command, name, "--log", "", data=given, code=2)[1]
    upcard(command, REVOKE, "--log", read_log(REVOKE).log.header.log[:4])


def test_a_log_that_is_there_twice_or_whose_header_is_is_one_log(tmp_path: Path) -> None:
    (data,) = simulated(games=["big_two"])
    header = data.partition(b"\n")[0] + b"\n"
    path = tmp_path / "twice.jsonl"
    alone = tmp_path / "alone.jsonl"
    alone.write_bytes(data)
    for twice in (header + data, data + data, data + header):
        path.write_bytes(twice)
        for command in (["show"], ["replay", "--text"]):
            assert upcard(*command, str(path))[0] == upcard(*command, str(alone))[0]
            assert upcard(*command, "-", data=twice)[0] == upcard(*command, str(alone))[0]
    path.write_bytes(header + data)
    err = upcard("amend", str(path), "--at", "3", "--retract", code=2)[1]
    assert f"the second begins with all of the first: sed -n '2,$p' {path} > NEW.jsonl" in err
    path.write_bytes(data + data.replace(b'"seat":1', b'"seat":2', 1).partition(b'{"do":"sealed"')[0])
    err = upcard("show", str(path), code=2)[1]
    first = data.count(b"\n") + 1
    assert f"; the second: sed -n '{first},$p' {path}" in err


def test_what_writes_a_log_says_how_to_take_it_out_of_a_stream(tmp_path: Path) -> None:
    path, _, data = stream(tmp_path)
    last = read_bytes(simulated(games=["court_piece"])[0]).lines
    for command in (["amend", path, "--at", "3", "--retract"], ["record", "--resume", path]):
        _, err = upcard(*command, code=2)
        assert f"several logs are here, the second from line {last + 1} on" in err
        assert (
            f"hint: a log that is written has a file of its own; the first: sed -n 1,{last}p '{path}' > NEW.jsonl"
            in err
        )
    assert Path(path).read_bytes() == data


def test_a_header_of_a_later_format_was_written_by_a_newer_upcard(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    path.write_bytes(b'{"do":"opened","format":"upcard/2","log":"x","game":"court_piece","seats":["a"],"more":1}\n')
    for command in ("verify", "show"):
        err = upcard(command, str(path), code=3)[1]
        assert "format upcard/2 needs a later Upcard; this one reads upcard/1" in err
        assert "hint: a newer Upcard wrote this log; install that one, or a later" in err
        assert "this is no log" not in err
    err = upcard("verify", str(path), "--salvage", str(tmp_path / "own.jsonl"), code=3)[1]
    assert "new.jsonl:1: the header cannot be read: format upcard/2 needs a later Upcard" in err
    for form, is_later in (("upcard/1.1", True), ("upcard/10", True), ("upcard/0", False), ("upcard/1.0", False)):
        path.write_text(f'{{"do":"opened","format":"{form}","log":"x","game":"court_piece","seats":["a"]}}\n')
        err = upcard("verify", str(path), code=3)[1]
        assert ("needs a later Upcard" in err, "is not known" in err) == (is_later, not is_later)


def test_a_header_with_one_thing_wrong_is_a_header(tmp_path: Path) -> None:
    path = tmp_path / "header.jsonl"
    path.write_text(
        '{"do":"opened","format":"upcard/1","log":"x","game":"pope_joan","seats":["a"],"board":{"pope":-5}}\n'
    )
    err = upcard("verify", str(path), code=3)[1]
    assert "header.jsonl:1:79: wanted a number of at least 0" in err
    assert "hint" not in err
    path.write_text('{"players":["a"]}\n')
    assert "hint: " in upcard("verify", str(path), code=3)[1]


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        ("fry_thresholds=10", "option fry_thresholds = 10: wanted two numbers such as 10,13"),
        ("fry_thresholds=1,2,3", "option fry_thresholds = 1,2,3: wanted two numbers such as 10,13"),
        ("fry_thresholds=ten", "option fry_thresholds = 'ten': wanted two numbers such as 10,13"),
        ("target=0", "option target = 0: wanted a whole number from 1"),
        ("takes_all=maybe", "option takes_all = 'maybe': wanted off, on"),
    ],
)
def test_an_option_says_what_it_takes(option: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in upcard("simulate", "big_two", "-O", option, code=2)[1]
    name, _, value = option.partition("=")
    if value.isdigit():
        header = tmp_path / "header.jsonl"
        game = f'"game":"big_two","seats":["a","b","c","d"],"options":{{"{name}":[{value}]}}'
        header.write_text(f'{{"do":"opened","format":"upcard/1","log":"x",{game}}}\n')
        assert wanted in upcard("verify", str(header), code=3)[1]


def amended(path: str, *arguments: str) -> list[str]:
    return upcard("amend", path, *arguments, "--why", "test", "--yes")[0].splitlines()


def test_amend_tells_what_a_header_and_an_amendment_were_and_are(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(Path(REVOKE).read_bytes())
    header = path.read_bytes().partition(b"\n")[0].decode()
    told = amended(str(path), "--at", "1", "--with", header.replace('"dee"', '"eve"'))
    assert told[0] == "line 1 was: court_piece: 0 ann, 1 bob, 2 cid, 3 dee"
    assert told[1] == "line 1 is : court_piece: 0 ann, 1 bob, 2 cid, 3 eve"
    assert "CP-3.1 revoke: seat 3 eve" in upcard("verify", str(path), code=1)[0]
    play = '{"do":"played","seat":3,"card":"%s"}'
    line = read_log(path).lines + 1
    told = amended(str(path), "--at", "46", "--with", play % "2d")
    assert told[:2] == ["line 46 was: seat 3 eve plays Jh", "line 46 is : seat 3 eve plays 2d"]
    told = amended(str(path), "--at", str(line), "--with", play % "3d")
    assert told[:2] == [
        f"line {line} was: line 46 is now: seat 3 eve plays 2d",
        f"line {line} is : seat 3 eve plays 3d",
    ]
    told = amended(str(path), "--at", str(line), "--retract")
    assert told[:2] == [f"line {line} was: seat 3 eve plays 3d", f"line {line} is : nothing"]
    told = amended(str(path), "--before", "46", "--with", '{"do":"noted","note":"x"}')
    assert "before it: a remark (x)" in told


def test_a_seat_is_named_by_its_number_or_who_has_it(tmp_path: Path) -> None:
    path = a_log(tmp_path)  # p1 to p4 sit in seats 0 to 3
    for command in (["show"], ["replay", "--text"]):
        seen = {name: upcard(*command, path, "--seat", name)[0] for name in ("1", "s1", "p2", "P2", "p1", "0")}
        assert seen["p2"] == seen["P2"] == seen["1"] == seen["s1"], "the player, not seat 2"
        assert seen["p1"] == seen["0"]
    _, err = upcard("show", path, "--seat", "zoe", code=2)
    assert err == "error: no seat 'zoe'\nhint: 0 to 3, a player, or public\n"
