"""What the pages show, as plain records: each part of a page is made here, and its template and JSON twin only say it."""
