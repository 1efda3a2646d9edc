"""What every format is turned into: records for frames, links, joints and constraints, in document order."""
