"""The profiles that are kept on this computer: one TOML file each."""

from __future__ import annotations

from pathlib import Path

from calibration.profile import NAMES, Profile, ProfileError, folder, is_name, load, save, written


def path_of(name: str) -> Path:
    """Where the profile of that name is, or would be; raises ProfileError for what is no name."""
    if not is_name(name):
        raise ProfileError(f"{name!r} is no name of a profile: expected {NAMES}")
    return folder() / f"{name}.toml"


def found(name: str) -> Profile | None:
    """The profile of that name, if there is one."""
    return load(path_of(name)) if path_of(name).is_file() else None


def profile(name: str) -> Profile:
    """The profile of that name; raises ProfileError, naming those there are."""
    kept = found(name)
    if kept is None:
        raise _none(name)
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
    print(f"profile {name}: {path}")


def import_profile(path: Path) -> None:
    """Keep the profile in that file, under its own name; one of that name that is there is not overwritten."""
    new = load(path)
    if found(new.name) is not None:
        raise ProfileError(f"there is a profile {new.name!r} already; give the one in {path} another name")
    save(path_of(new.name), new)
    print(f"profile {new.name}: {path_of(new.name)}")


def delete_profile(name: str) -> None:
    """Forget the profile of that name, also one that cannot be read; raises ProfileError."""
    try:
        path_of(name).unlink()
    except FileNotFoundError:
        raise _none(name) from None
    except OSError as error:
        raise ProfileError(f"cannot delete {path_of(name)}: {error.strerror}") from None
    print(f"profile {name} is deleted")


def _none(name: str) -> ProfileError:
    there = ", ".join(path.stem for path in _paths()) or "none yet: rollcall calibrate makes one"
    return ProfileError(f"no profile {name!r} (there are: {there})")


def _in_words(path: Path) -> str:
    """When it was measured and with which dice, or why it cannot be read; the others can all the same."""
    try:
        kept = load(path)
    except ProfileError as error:
        return f"cannot be used: {error}"
    return f"{kept.measured}  {', '.join(f'{die.count} {die.name}' for die in kept.dice)}"


def _paths() -> list[Path]:
    return sorted(path for path in folder().glob("*.toml") if path.is_file())
