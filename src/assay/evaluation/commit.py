"""The git commit of a folder, read from the repository's own files: no program is run for it."""

from pathlib import Path


def commit_of(folder: Path) -> str | None:
    """Return the hash of the commit that is checked out where a folder lies; None outside a repository.

    Changes that are not committed do not show.
    """
    for above in (folder, *folder.parents):
        marker = above / ".git"
        try:
            if marker.is_dir():
                return _head(marker)
            if marker.is_file():  # a worktree, or a submodule
                return _head((above / marker.read_text("utf-8").removeprefix("gitdir:").strip()).resolve())
        except (OSError, UnicodeError):  # a repository that cannot be read tells no commit
            return None
    return None


def _head(git: Path) -> str | None:
    head = (git / "HEAD").read_text("utf-8").strip()
    if not head.startswith("ref:"):
        return head or None
    name = head.removeprefix("ref:").strip()
    shared = git / "commondir"
    folders = [git, (git / shared.read_text("utf-8").strip()).resolve()] if shared.is_file() else [git]
    for folder in folders:
        loose, packed = folder / name, folder / "packed-refs"
        if loose.is_file():
            return loose.read_text("utf-8").strip()
        if packed.is_file():
            for line in packed.read_text("utf-8").splitlines():
                commit, _, reference = line.partition(" ")
                if reference == name:
                    return commit
    return None
