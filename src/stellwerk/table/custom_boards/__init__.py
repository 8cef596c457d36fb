"""Own boards at the table: kept ones, their figures, the page that checks a file."""
