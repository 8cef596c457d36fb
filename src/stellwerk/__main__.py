"""`python -m stellwerk` is `stellwerk`."""

from stellwerk.cli import main

if __name__ == "__main__":
    main()
