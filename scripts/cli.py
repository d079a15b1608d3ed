"""The command line: ``alhambra``.

Commands live in modules of their own, which import what is heavy where it is used, so that
``alhambra --help`` answers at once.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from sim.errors import UserError, nearest

HOME = Path(__file__).resolve().parent.parent
PACKAGES = ("sim", "strategies", "analysis", "reports")
COMMANDS = {
    "run": "scripts.run",
    "report": "scripts.report",
    "strategies": "scripts.catalogue",
    "compare": "scripts.compare",
    "play": "scripts.play",
    "replay": "scripts.replay",
}
"""Modules by command; each holds its click command under ``command``."""


class Commands(click.Group):
    """A group that loads a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name."""
        if cmd_name not in COMMANDS:
            raise UserError(f"no command {cmd_name!r}; {nearest(cmd_name, COMMANDS)}")
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import version

    from sim import RULES_VERSION

    python = ".".join(map(str, sys.version_info[:3]))
    click.echo(f"alhambra {version('alhambra-sim')}, rules {RULES_VERSION}, Python {python}")
    ctx.exit()


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=True
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version, the version of the rules, and exit.",
)  # fmt: skip
def alhambra() -> None:
    """Play the three games named Alhambra by the million, and say what can be trusted.

    \b
    alhambra run patience --strategy builder --strategy random --deals 1000000 --out runs/p
    alhambra report runs/p -o report.html
    """  # noqa: D301  (click reads the escape)


def check_packages() -> None:
    """Refuse to go on if a foreign package has taken the place of one of ours.

    Raises
    ------
    UserError
        Names it.
    """
    for name in PACKAGES:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin is None or origin.parent != HOME / name:
            where = origin or (list(spec.submodule_search_locations or []) if spec else "nowhere")
            raise UserError(
                f"the package {name!r} comes from {where}, not from {HOME / name};"
                " rename your own, or take its folder out of PYTHONPATH"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; errors are one line on stderr and exit status 2."""
    try:
        check_packages()
        status = alhambra.main(arguments, prog_name="alhambra", standalone_mode=False)
    except UserError as error:
        _fail(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        sys.exit(2)
    except click.ClickException as error:
        _fail(error.format_message())
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; nobody is left to tell
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except (KeyboardInterrupt, click.Abort):
        click.echo("alhambra: interrupted", err=True)
        sys.exit(130)
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str) -> None:
    click.echo(f"alhambra: {' '.join(message.split())}", err=True)
    sys.exit(2)
