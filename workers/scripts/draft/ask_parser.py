"""Runs a script up to the moment at which it reads its arguments, and writes what its parser takes as JSON.

`python ask_parser.py ANSWER SCRIPT`, or `-m MODULE` for SCRIPT. Parsers are caught where they are asked; nothing after that is run.
"""

import argparse
import dataclasses
import enum
import importlib.abc
import importlib.util
import inspect
import json
import math
import os
import runpy
import sys
import typing

ANSWER = sys.argv[1]
# A parser of so few arguments only looks for a file before the real one is made.
FIRST_STAGE = 2
MOST_FILE_BYTES = 32 * 1024 * 1024
TRAINING_WORDS = ("train", "fit", "run", "finetune", "sft", "grpo", "dpo", "ppo")

found = []
style = ""


def answer():
    with open(ANSWER, "w", encoding="utf-8") as file:
        json.dump({"style": style, "arguments": found}, file, allow_nan=False)
    # Nothing of the script may run on, not even what it registered for its end.
    os._exit(0)


def plain(value):
    """A default as JSON holds it, and whether it does."""
    if isinstance(value, enum.Enum):
        value = value.name
    if isinstance(value, float) and not math.isfinite(value):
        return None, False
    if value is None or isinstance(value, (bool, int, float, str)):
        return value, True
    if isinstance(value, (list, tuple)) and all(plain(one)[1] for one in value):
        return [plain(one)[0] for one in value], True
    if isinstance(value, os.PathLike):
        return os.fspath(value), True
    return None, False


def argument(name, flag=None, kind="", default=None, has=True, choices=None, help_text="", action="store", many=False, required=False):
    value, held = plain(default)
    one = {
        "name": str(name),
        "kind": kind or (type(value).__name__ if isinstance(value, (bool, int, float)) and held else ""),
        "hasDefault": bool(has),
        "choices": None if not choices else [one.name if isinstance(one, enum.Enum) else str(one) for one in choices],
        "help": str(help_text or ""),
        "action": action,
        "many": bool(many),
        "required": bool(required),
    }
    if flag is not None:
        one["flag"] = flag
    if held:
        one["default"] = value
    found.append(one)


def word(text):
    argument(text, flag="", action="word")


def chosen(names):
    """The subcommand that trains, of several."""
    names = list(names)
    return next((one for one in TRAINING_WORDS if one in names), names[0] if names else None)


# argparse, and what is made of it: HfArgumentParser, TrlParser, jsonargparse, simple_parsing, pyrallis, pydantic_settings


def of_action(parser, action):
    cls = type(action).__name__
    if cls in ("_HelpAction", "_VersionAction", "ActionConfigFile", "_ActionPrintConfig", "_ActionHelpClassPath", "ShowCompletion"):
        return
    if cls == "_SubParsersAction" or hasattr(action, "_name_parser_map"):
        name = chosen(action.choices)
        if name is not None:
            word(name)
            for one in action.choices[name]._actions:
                of_action(action.choices[name], one)
        return
    options = action.option_strings
    flag = next((one for one in options if one.startswith("--")), options[0] if options else "")
    default = parser.get_default(action.dest)
    default = action.default if default is None else default
    if default is argparse.SUPPRESS:
        default = None
    is_switch = cls in ("_StoreTrueAction", "_StoreFalseAction")
    names = {"_StoreTrueAction": "store_true", "_StoreFalseAction": "store_false", "_StoreAction": "store", "_AppendAction": "append"}
    kind = getattr(action.type, "__name__", "") if action.type is not None else ""
    many = not is_switch and action.nargs not in (None, "?", 0, 1) or cls in ("_AppendAction", "_ExtendAction")
    optional_bool = cls == "BooleanOptionalAction" or any(one.startswith("--no-") for one in options) and len(options) > 1
    help_text = "" if action.help in (None, argparse.SUPPRESS) else action.help
    try:
        help_text = parser._get_formatter()._expand_help(action) if help_text else ""
    except (KeyError, ValueError, TypeError, AttributeError):
        pass
    if cls in ("_StoreConstAction", "_AppendConstAction", "_CountAction"):
        names[cls] = {"_StoreConstAction": "store_const", "_AppendConstAction": "append_const", "_CountAction": "count"}[cls]
    argument(
        action.dest if is_switch or not options else flag.lstrip("-"),
        flag=flag,
        kind=kind,
        default=default,
        has=default is not None or not action.required,
        choices=action.choices,
        help_text=help_text,
        action="BooleanOptionalAction" if optional_bool else names.get(cls, "store"),
        many=many,
        required=action.required if options else action.nargs not in ("?", "*"),
    )


real_known = argparse.ArgumentParser.parse_known_args
real_args = argparse.ArgumentParser.parse_args
is_last = False


def is_own_command(args):
    """Whether a parser is asked for the command line, or what another one has left of it."""
    return args is None or all(one in sys.argv[1:] for one in args)


def parse_known_args(self, args=None, namespace=None, *rest, **more):
    global style
    if not is_own_command(args):
        return real_known(self, args, namespace, *rest, **more)
    style = style or "argparse"
    for action in self._actions:
        of_action(self, action)
    if is_last or len(found) > FIRST_STAGE:
        answer()
    return real_known(self, [], namespace, *rest, **more)


def parse_args(self, args=None, namespace=None):
    global is_last
    is_last = is_own_command(args)
    # A parser that is made of this one completes itself in its own parse_known_args, which leads to the one above.
    return real_args(self, args, namespace)


def parse_args_here(self, *_args, **_more):
    global is_last
    is_last = True
    for action in self._actions:
        # Its own yes and no are words, where `type=bool` of argparse takes every text for yes.
        if getattr(action, "_typehint", None) is bool:
            action.type = str2bool
    return parse_known_args(self)


def str2bool(text):
    return text == "true"


argparse.ArgumentParser.parse_known_args = parse_known_args
argparse.ArgumentParser.parse_args = parse_args


# Dataclasses and functions: tyro, fire


def kind_of(hint):
    """Name of a type, its choices, whether it holds many and whether it may be None."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union or type(hint).__name__ == "UnionType":
        known = [one for one in args if one is not type(None)]
        return (*(kind_of(known[0])[:3] if len(known) == 1 else ("", None, False)), len(known) < len(args))
    if origin is typing.Literal:
        return "str", list(args), False, False
    if str(origin).endswith("Annotated") or hasattr(hint, "__metadata__"):
        return kind_of(hint.__origin__)
    if origin in (list, tuple, dict, set) or hint in (list, tuple, dict, set):
        return "list", None, True, False
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return "str", list(hint), False, False
    return getattr(hint, "__name__", ""), None, False, False


def hints_of(thing):
    try:
        return typing.get_type_hints(thing)
    except Exception:  # whatever an annotation does when it is read
        return getattr(thing, "__annotations__", {})


def of_dataclass(cls, instance=None, prefix=""):
    hints = hints_of(cls)
    for field in dataclasses.fields(cls):
        if not field.init:
            continue
        default = getattr(instance, field.name) if instance is not None else field.default
        if default is dataclasses.MISSING and field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        hint = hints.get(field.name, field.type)
        nested = type(default) if dataclasses.is_dataclass(default) else hint
        if dataclasses.is_dataclass(nested):
            of_dataclass(nested, default if dataclasses.is_dataclass(default) and not isinstance(default, type) else None, f"{prefix}{field.name}.")
            continue
        kind, choices, many, _ = kind_of(hint)
        has = default is not dataclasses.MISSING
        argument(prefix + field.name, kind=kind, default=default if has else None, has=has, choices=choices, many=many, required=not has)


def of_function(function, is_fire=False):
    hints = hints_of(function.__init__ if isinstance(function, type) else function)
    for name, one in inspect.signature(function).parameters.items():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        has = one.default is not one.empty
        kind, choices, many, _ = kind_of(hints.get(name, one.annotation if one.annotation is not one.empty else None))
        default = one.default if has else None
        if dataclasses.is_dataclass(hints.get(name)):
            of_dataclass(hints[name], default, f"{name}.")
            continue
        if is_fire and (kind == "bool" or isinstance(default, bool)):
            kind = "pybool"
        argument(name, flag=f"--{name}" if is_fire else None, kind="" if kind == "NoneType" else kind, default=default, has=has, choices=choices, many=many, required=not has)


def tyro_cli(f, *_args, default=None, **_more):
    global style
    style = "tyro"
    if dataclasses.is_dataclass(f):
        of_dataclass(f, default if dataclasses.is_dataclass(default) else None)
    elif callable(f):
        of_function(f)
    answer()


def fire_cli(component=None, *_args, **_more):
    global style
    style = "argparse"
    main = sys.modules["__main__"].__dict__
    known = component if component is not None else {k: v for k, v in main.items() if inspect.isfunction(v) and v.__module__ == "__main__"}
    if isinstance(known, (dict, list, tuple)):
        named = known if isinstance(known, dict) else {one.__name__: one for one in known}
        name = chosen(named)
        if name is not None:
            word(name)
            known = named[name]
    if callable(known):
        of_function(known, is_fire=True)
    answer()


# click and typer


KINDS_OF_CLICK = {
    "int": "int",
    "integer": "int",
    "integer range": "int",
    "float": "float",
    "float range": "float",
    "bool": "str2bool",
    "boolean": "str2bool",
}


def of_click(command):
    for one in getattr(command, "params", []):
        options = getattr(one, "opts", [])
        is_option = any(text.startswith("-") for text in options)
        flag = next((text for text in options if text.startswith("--")), options[0] if options else "")
        if getattr(one, "name", "") in ("help", "install_completion", "show_completion"):
            continue
        # Typer keeps the annotation itself, click a type of its own.
        hint = getattr(getattr(one, "type_descriptor", None), "annotation", None)
        of_hint, choices, many, _ = kind_of(hint) if hint is not None else ("", getattr(getattr(one, "type", None), "choices", None), False, False)
        named = of_hint or getattr(getattr(one, "type", None), "name", "")
        kind = KINDS_OF_CLICK.get(named, "str")
        try:
            default = one.get_default(None, call=False) if callable(getattr(one, "get_default", None)) else one.default
        except Exception:  # a default that is computed
            default = one.default
        if callable(default) or type(default).__name__ == "Sentinel":
            default = None
        action = "store"
        off = [text for text in getattr(one, "secondary_opts", []) if text.startswith("--")]
        if getattr(one, "is_flag", False):
            action = "store_true"
            if off == [flag.replace("--", "--no-", 1)]:
                action = "BooleanOptionalAction"
        argument(
            flag.lstrip("-") if is_option else one.name,
            flag=flag if is_option else "",
            kind="" if getattr(one, "is_flag", False) else kind,
            default=bool(default) if getattr(one, "is_flag", False) else default,
            choices=choices,
            help_text=getattr(one, "help", ""),
            action=action,
            many=many or getattr(one, "multiple", False) or getattr(one, "nargs", 1) != 1,
            required=getattr(one, "required", False),
        )
    commands = getattr(command, "commands", None)
    if commands:
        name = chosen(commands)
        word(name)
        of_click(commands[name])


def click_main(self, *_args, **_more):
    global style
    style = "argparse"
    of_click(self)
    answer()


# absl


def absl_run(*_args, **_more):
    global style
    style = "argparse"
    from absl import flags

    for flag in flags.FLAGS.get_key_flags_for_module(sys.argv[0]):
        kinds = {"int": "int", "float": "float", "bool": "str2bool"}
        kind = kinds.get(flag.flag_type(), "str")
        choices = getattr(flag.parser, "enum_values", None)
        many = flag.flag_type().startswith(("multi", "comma", "list")) or getattr(flag, "multi", False)
        argument(flag.name, flag=f"--{flag.name}", kind=kind, default=flag.default, choices=choices, help_text=flag.help, many=many)
    answer()


# pydantic


def of_model(model, prefix=""):
    for name, field in model.model_fields.items():
        hint = field.annotation
        if isinstance(hint, type) and hasattr(hint, "model_fields"):
            of_model(hint, f"{prefix}{name}.")
            continue
        kind, choices, many, _ = kind_of(hint)
        default = field.get_default(call_default_factory=True) if not field.is_required() else None
        argument(
            prefix + name,
            flag=f"--{prefix}{name}",
            kind="str2bool" if kind == "bool" else "" if kind == "NoneType" else kind,
            default=default,
            has=not field.is_required(),
            choices=choices,
            help_text=field.description,
            many=many,
            required=field.is_required(),
        )


def pydantic_run(model, *_args, **_more):
    global style
    style = "argparse"
    of_model(model)
    answer()


# hydra


def of_tree(tree, prefix=""):
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if name == "hydra":
            continue
        if isinstance(value, dict) and value:
            of_tree(value, f"{name}.")
        elif isinstance(value, (list, dict)):
            argument(name, flag=name, kind="list", many=True)
        elif value == "???":
            argument(name, flag=name, has=False, required=True)
        elif isinstance(value, str) and "${" in value:
            continue
        else:
            argument(name, flag=name, default=value)


def hydra_main(version_base=None, config_path=None, config_name=None, **_more):
    def decorate(function):
        def asked(*_args, **_kwargs):
            global style
            style = "hydra"
            import hydra
            from omegaconf import OmegaConf

            here = os.path.dirname(os.path.abspath(inspect.getfile(function)))
            folder = os.path.normpath(os.path.join(here, config_path or "."))
            with hydra.initialize_config_dir(config_dir=folder, version_base=None):
                tree = OmegaConf.to_container(hydra.compose(config_name=config_name or "config"), resolve=False)
            of_tree(tree)
            answer()

        return asked

    return decorate


def patch_click(module):
    for name in ("BaseCommand", "Command"):
        if hasattr(module, name):
            getattr(module, name).main = click_main


def patch_typer(module):
    def called(self, *_args, **_more):
        click_main(module.get_command(self))

    module.Typer.__call__ = called


PATCHES = {
    "tyro": lambda module: setattr(module, "cli", tyro_cli),
    "fire": lambda module: setattr(module, "Fire", fire_cli),
    "click.core": patch_click,
    "typer.main": patch_typer,
    "absl.app": lambda module: setattr(module, "run", absl_run),
    "pydantic_settings": lambda module: setattr(module.CliApp, "run", staticmethod(pydantic_run)),
    "jsonargparse": lambda module: setattr(module.ArgumentParser, "parse_args", parse_args_here),
    "hydra": lambda module: setattr(module, "main", hydra_main),
}


class Patched(importlib.abc.MetaPathFinder):
    """Lets a parser's module be loaded as always, and takes its place afterwards."""

    def find_spec(self, name, path=None, target=None):
        if name not in PATCHES:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            PATCHES[name](module)

        spec.loader.exec_module = exec_module
        return spec


def main():
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE_BYTES, MOST_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass
    sys.meta_path.insert(0, Patched())
    is_module, what = sys.argv[2] == "-m", sys.argv[-1]
    sys.argv = [what, "--help"]
    sys.path[0] = os.getcwd() if is_module else os.path.dirname(os.path.abspath(what))
    try:
        if is_module:
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(what, run_name="__main__")
    finally:
        if found:
            answer()


main()
