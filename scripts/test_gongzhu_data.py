import json

import pytest

import gongzhu_data as data

# A game with each way of handing cards on: none, to the next seat, the cycle of Hearts, tricks given away.
GAMES = ["classic", "swap+pass", "hearts", "tantony"]


def test_cards_and_numbers():
    assert [data.card_name(card) for card in (0, 10, 12, 13, 35, 47, 51)] == ["2S", "QS", "AS", "2H", "JD", "TC", "AC"]
    assert [data.card_number(data.card_name(card)) for card in range(52)] == list(range(52))
    for name in ("", "Q", "1S", "QX", "10S"):
        with pytest.raises(ValueError, match="is no card"):
            data.card_number(name)


def test_masks_and_hands():
    mask = 1 << 12 | 1 << 10 | 1 << 1 | 1 << 24 | 1 << 21 | 1 << 45 | 1 << 39
    assert data.hand_text(mask) == "S:AQ3 H:KT D:- C:82"
    assert data.mask_of_hand("S:AQ3 H:KT D:- C:82") == mask
    assert data.mask_of_cards(data.cards_of_mask(mask)) == mask
    assert data.hand_text(0) == "S:- H:- D:- C:-" and data.mask_of_hand(data.hand_text(0)) == 0
    for text, error in {"S:AA": "twice", "AQ3": "no suit", "S:A1": "no card"}.items():
        with pytest.raises(ValueError, match=error):
            data.mask_of_hand(text)


@pytest.mark.parametrize("rules", GAMES)
def test_positions_are_those_of_the_referee(play, gongzhu, rules):
    """Turns, piles and legal cards as `gongzhu replay` finds them from the rules agree with what is decoded without rules."""
    dataset = play("simulate", "--rules", rules, "--players", "heuristic,random,heuristic,random", "--matches", "3")
    rows = data.scan(dataset).collect().rows(named=True)
    exported = data.run_gongzhu(gongzhu, "dataset", "export", dataset)
    records = map(json.loads, data.run_gongzhu(gongzhu, "replay", "--legal", text=exported).splitlines())
    tricks = 0
    for hand, record in zip(rows, records, strict=True):
        assert record["deal"] == [data.hand_text(hand[f"deal_{seat}"]) for seat in range(4)]
        positions = list(data.positions_of_hand(hand))
        assert [position.seat for position in positions] == record["seats"]
        assert [data.card_name(position.card) for position in positions] == record["plays"]
        for position, legal in zip(positions, record["legal"], strict=True):
            legal = data.mask_of_cards(map(data.card_number, legal))
            assert legal >> position.card & 1 and legal & ~position.hands[position.seat] == 0
            in_play = [*position.hands, *position.piles, data.mask_of_cards(position.table)]
            assert sum(in_play) == 2**52 - 1, "every card is in one place"
            assert len(position.table) == (position.seat - position.leader) % 4
        if rules != "tantony":
            last = list(data.tricks_of_hand(hand))[-1]
            piles = list(positions[-1].piles)
            piles[hand["winners"] >> 24 & 3] |= data.mask_of_cards(last[1])
            assert piles == [hand[f"taken_{seat}"] for seat in range(4)]
        else:
            assert [pile.bit_count() for pile in positions[-1].piles] == [12] * 4
            assert all(hand[f"taken_{seat}"] & pile == pile for seat, pile in enumerate(positions[-1].piles))
        tricks += 13
    assert tricks >= 3 * 13


def test_passed_cards_are_in_the_hand_of_the_next_seat(play):
    dataset = play("simulate", "--rules", "swap+pass", "--players", "heuristic,random,heuristic,random", "--matches", "3")
    for hand in data.scan(dataset).collect().rows(named=True):
        first = next(data.positions_of_hand(hand))
        for seat in range(4):
            kept = hand[f"deal_{seat}"] & ~hand[f"pass_{seat}"]
            assert first.hands[seat] == kept | hand[f"pass_{(seat + 3) % 4}"]


def test_scan_refuses_what_is_no_dataset(tmp_path, play):
    with pytest.raises(SystemExit, match="is no dataset"):
        data.scan(tmp_path)
    with pytest.raises(SystemExit, match="has no table results; it has hands"):
        data.scan(play("simulate", "--players", "random", "--hands", "100"), "results")
    (tmp_path / "manifest.json").write_text('{"complete": false}')
    with pytest.raises(SystemExit, match="is not complete"):
        data.scan(tmp_path)


@pytest.mark.parametrize("rules", GAMES)
def test_decisions_are_those_of_the_referee(play, gongzhu, rules):
    """Table decisions says of each card what `gongzhu replay` and the decoded hands do."""
    players = "pimc:worlds=8,random,ismcts:iterations=8,heuristic"
    dataset = play("simulate", "--rules", rules, "--players", players, "--hands", "4", "--decisions")
    hands = data.scan(dataset).collect().rows(named=True)
    decisions = data.scan(dataset, "decisions").collect()
    exported = data.run_gongzhu(gongzhu, "dataset", "export", dataset)
    records = map(json.loads, data.run_gongzhu(gongzhu, "replay", "--legal", text=exported).splitlines())
    for hand, record in zip(hands, records, strict=True):
        rows = decisions.filter(hand_id=hand["hand_id"]).rows(named=True)
        assert [row["step"] for row in rows] == list(range(len(rows)))
        cards = [row for row in rows if row["kind"] == "play"]
        for row, legal, position in zip(cards, record["legal"], data.positions_of_hand(hand), strict=True):
            assert data.actions_of_mask(row["action"]) == [position.card]
            assert row["legal"] == data.mask_of_cards(map(data.card_number, legal))
            assert (row["seat"], row["hand"]) == (position.seat, position.hands[position.seat])
            assert row["bot"] == hand[f"bot_{row['seat']}"]
        assigned = [data.actions_of_mask(row["action"])[0] - 57 for row in rows if row["kind"] == "assign"]
        assert assigned == record.get("assign", [])
        passed = {row["seat"]: row["action"] for row in rows if row["kind"] == "pass"}
        assert all(hand[f"pass_{seat}"] == passed.get(seat) for seat in range(4))


def test_weighed_choices(play):
    players = "pimc:worlds=8,random,ismcts:iterations=8,heuristic"
    dataset = play("simulate", "--rules", "classic", "--players", players, "--hands", "4", "--decisions")
    decisions = data.scan(dataset, "decisions").collect()
    choices = data.weighed_choices(decisions)
    assert set(choices["bot"]) == {"pimc:worlds=8", "ismcts:iterations=8"}
    assert len(choices) == decisions["choices"].list.len().sum() > 0
    taken = choices.filter("taken")
    assert len(taken) == decisions["choices"].is_not_null().sum()
    assert choices["visits"].min() >= 1 and choices["value"].is_finite().all()
    # The choice of these bots is the best one of those that they weighed to the end.
    for (hand, step), group in choices.group_by("hand_id", "step"):
        if group["visits"].n_unique() == 1:
            assert group.filter("taken")["value"][0] == group["value"].max(), (hand, step)
