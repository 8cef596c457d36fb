"""What the pages show, as plain records: a part of a page is made here, and its template and JSON twin only say it."""
