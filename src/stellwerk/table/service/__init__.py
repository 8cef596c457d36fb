"""What pages, twins and bots ask for: one part of the service a subject, and the rules of who may do what."""
