"""The sources of gz-sim to tables of its systems: which parameters each one reads."""
