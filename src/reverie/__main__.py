"""Run the command line with ``python -m reverie``."""

from reverie.cli import main

if __name__ == "__main__":
    main()
