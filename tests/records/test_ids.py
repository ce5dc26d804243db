"""Ids of logs."""

import uuid

from upcard.records.ids import derived_id, new_id, source_digest


def test_new_ids_are_uuids_of_version_7_that_differ_and_sort_by_time() -> None:
    ids = [new_id() for _ in range(100)]
    assert len(set(ids)) == 100
    assert all((uuid.UUID(one).int >> 76) & 15 == 7 and uuid.UUID(one).variant == uuid.RFC_4122 for one in ids)
    assert [one[:8] for one in ids] == sorted(one[:8] for one in ids)


def test_a_derived_id_follows_from_what_made_the_log() -> None:
    digest = source_digest(b"Ann,3\n")
    assert derived_id("sheet", digest, 0) == derived_id("sheet", digest, 0)
    made = {derived_id("sheet", digest, place) for place in range(50)}
    made |= {derived_id("simulated", "big_two", "target=50", 7, 1), derived_id("simulated", "big_two", "target=50", 71)}
    assert len(made) == 52
    assert all((uuid.UUID(one).int >> 76) & 15 == 8 for one in made)
