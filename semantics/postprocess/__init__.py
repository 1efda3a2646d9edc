"""What happens to findings after checks made them: typo recovery, consequences of others, duplicates.

The checks are where the knowledge is; what a finding is, and how it is shown, is in ``diagnostics``.
"""
