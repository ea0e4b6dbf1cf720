"""The lab: simulate, measure, check."""
