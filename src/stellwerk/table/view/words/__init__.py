"""What pages say: texts and languages, names, choices and events in words."""
