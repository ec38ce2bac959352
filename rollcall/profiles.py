"""The profiles that are kept on this computer: one TOML file each."""

from __future__ import annotations

from pathlib import Path

from calibration.profile import NAME, Profile, ProfileError, folder, load, save, written


def path_of(name: str) -> Path:
    """Where the profile of that name is, or would be; raises ProfileError for what is no name."""
    if NAME.fullmatch(name) is None:
        raise ProfileError(f"{name!r} is no name of a profile: expected 1 to 40 letters, digits, spaces or dashes")
    return folder() / f"{name}.toml"


def found(name: str) -> Profile | None:
    """The profile of that name, if there is one."""
    return load(path_of(name)) if path_of(name).is_file() else None


def profile(name: str) -> Profile:
    """The profile of that name; raises ProfileError, naming those there are."""
    kept = found(name)
    if kept is None:
        there = ", ".join(path.stem for path in _paths()) or "none yet: rollcall calibrate makes one"
        raise ProfileError(f"no profile {name!r} (there are: {there})")
    return kept


def list_profiles() -> None:
    """Print the profiles, one a line, by the names under which they are found."""
    for path in _paths():
        print(f"{path.stem}  {_in_words(path)}")
    if not _paths():
        print("no profiles yet: rollcall calibrate makes one")


def show_profile(name: str) -> None:
    """Print the profile as TOML."""
    print(written(profile(name)), end="")


def export_profile(name: str, path: Path) -> None:
    """Write the profile into a file of one's own."""
    save(path, profile(name))


def import_profile(path: Path) -> None:
    """Keep the profile in that file, under its own name; one of that name that is there is not overwritten."""
    new = load(path)
    if found(new.name) is not None:
        raise ProfileError(f"there is a profile {new.name!r} already; give the one in {path} another name")
    save(path_of(new.name), new)
    print(f"profile {new.name}: {path_of(new.name)}")


def _in_words(path: Path) -> str:
    """When it was measured and with which dice, or why it cannot be read; the others can all the same."""
    try:
        kept = load(path)
    except ProfileError as error:
        return f"cannot be used: {error}"
    return f"{kept.measured}  {', '.join(f'{die.count} {die.name}' for die in kept.dice)}"


def _paths() -> list[Path]:
    return sorted(path for path in folder().glob("*.toml") if path.is_file())
