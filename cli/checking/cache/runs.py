"""The output of a whole run, which is repeated as long as all that it depends on is unchanged."""

from __future__ import annotations

from ....diagnostics.records import NamedTuple
from ....semantics.postprocess.dedupe import RealPaths


class RunOutput(NamedTuple):
    """What a run wrote, its exit status, and the findings by severity."""

    text: str
    status: int
    counts: dict[str, int]
    places: dict[str, str]
    """Where files with findings really were, by their names: what is in one file is reported once."""

    def to_bytes(self) -> bytes:
        """As it is kept."""
        import json  # where nothing is kept, nothing of this is needed

        return json.dumps(self, separators=(",", ":")).encode("ascii")

    @classmethod
    def of(cls, data: bytes) -> RunOutput | None:
        """What was kept; None where it is something else."""
        import json

        try:
            text, status, counts, places = json.loads(data.decode("ascii"))
        except (ValueError, TypeError):
            return None
        return cls(text, status, counts, places)

    def is_in_place(self) -> bool:
        """Whether all files are where they were."""
        path_of = RealPaths()
        return all(path_of[name] == place for name, place in self.places.items())
