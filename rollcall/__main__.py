"""`python -m rollcall` is the program too."""

from rollcall.cli import main

if __name__ == "__main__":
    main()
