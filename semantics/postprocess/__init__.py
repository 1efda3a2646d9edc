"""What happens to findings after checks made them: typo recovery, consequences of others, duplicates."""
