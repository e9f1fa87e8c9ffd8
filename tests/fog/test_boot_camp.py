"""What a boot camp tells its pupil is made of his own letters, his desk's observations and the public clock."""

from pathlib import Path

import pytest

from tests.acceptance.camp import NAMES, CampStage, examples
from tests.fog.blind import rewritten


@pytest.mark.parametrize("pupil", ["allied", "german"])
def test_a_referee_who_knows_only_the_pupils_side_writes_him_the_same_mail(tmp_path: Path, pupil: str) -> None:
    stage = CampStage(tmp_path, pupil, seed=4)
    stage.writes("ACCEPT")
    for name in NAMES:
        for text in examples(stage.newest()):
            stage.writes(text)
        assert name in stage.camp.passed
    for _ in range(3):
        stage.writes("END IMPULSE")
    stage.writes("CLOSE CAMP")
    kinds = [sent.kind for r in stage.records() for sent in r.letters if hasattr(sent, "kind")]
    assert {"receipt", "sitrep", "reveal", "certificate"} <= set(kinds)
    assert rewritten(stage, pupil) == []
    stage.close()
