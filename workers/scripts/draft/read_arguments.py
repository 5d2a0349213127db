"""Reads a Python script on stdin, without running it, and prints what arguments it takes as JSON."""

import ast
import json
import math
import sys

LEFT_OUT = object()


def literal(node):
    """The value of a literal; LEFT_OUT for anything that would have to be run."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return LEFT_OUT
    if isinstance(value, float) and not math.isfinite(value):
        return LEFT_OUT
    return value if value is None or isinstance(value, (bool, int, float, str, list, tuple)) else LEFT_OUT


def name_of(node):
    """The last name of `a.b.C`, `C(...)` and `Optional[C]`."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


def type_of(annotation):
    """int, float, bool, str, list or a class; with the choices of a Literal and whether None may stand there."""
    if annotation is None:
        return "", None, False
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return type_of(ast.parse(annotation.value, mode="eval").body)
        except SyntaxError:
            return "", None, False
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        sides = [annotation.left, annotation.right]
        known = [side for side in sides if not (isinstance(side, ast.Constant) and side.value is None)]
        kind, choices, _ = type_of(known[0]) if len(known) == 1 else ("", None, False)
        return kind, choices, len(known) < len(sides)
    if isinstance(annotation, ast.Subscript):
        head, inner = name_of(annotation.value), annotation.slice
        if head == "Optional":
            kind, choices, _ = type_of(inner)
            return kind, choices, True
        if head == "Literal":
            values = literal(inner)
            values = list(values) if isinstance(values, (list, tuple)) else [values]
            return "str", [value for value in values if value is not LEFT_OUT], False
        if head == "Annotated" and isinstance(inner, ast.Tuple):
            return type_of(inner.elts[0])
        return head.lower(), None, False
    return name_of(annotation), None, False


def keywords(call):
    return {word.arg: word.value for word in call.keywords if word.arg}


def written(value):
    """A literal as JSON writes it; absent where it is none."""
    return {} if value is LEFT_OUT else {"default": list(value) if isinstance(value, tuple) else value}


def text_of(node):
    value = literal(node) if node is not None else ""
    return value if isinstance(value, str) else ""


def argparse_argument(call):
    flags = [literal(arg) for arg in call.args]
    flags = [flag for flag in flags if isinstance(flag, str)]
    if not flags:
        return None
    long = next((flag for flag in flags if flag.startswith("--")), flags[0])
    given = keywords(call)
    action = literal(given["action"]) if "action" in given else None
    if action is LEFT_OUT:
        action = name_of(given["action"])
    kind = name_of(given["type"]) if "type" in given else ""
    default = literal(given["default"]) if "default" in given else LEFT_OUT
    choices = literal(given["choices"]) if "choices" in given else None
    return {
        "flag": long if long.startswith("-") else "",
        # What is switched off is called by what it switches, since the field has that value.
        "name": (text_of(given.get("dest")) if action == "store_false" else "") or long.lstrip("-"),
        "kind": kind,
        **written(default),
        "hasDefault": "default" in given,
        "choices": None if choices in (None, LEFT_OUT) else [str(one) for one in choices],
        "help": text_of(given.get("help")),
        "action": action or "store",
        "many": "nargs" in given and literal(given["nargs"]) not in ("?", 1),
        "required": bool("required" in given and literal(given["required"]) is True) or not long.startswith("-"),
    }


def field_argument(target, annotation, value):
    kind, choices, optional = type_of(annotation)
    default, help_text, has = LEFT_OUT, "", value is not None
    if isinstance(value, ast.Call) and name_of(value.func) in ("field", "Field", "list_field"):
        given = keywords(value)
        default = literal(given["default"]) if "default" in given else LEFT_OUT
        has = "default" in given or "default_factory" in given
        factory = name_of(given["default_factory"]) if "default_factory" in given else ""
        if factory and factory not in ("list", "dict") and not kind[:1].isupper():
            kind = factory
        notes = given.get("metadata")
        for key, text in zip(notes.keys, notes.values) if isinstance(notes, ast.Dict) else ():
            if literal(key) == "help" and isinstance(literal(text), str):
                help_text = literal(text)
            if literal(key) == "choices" and isinstance(literal(text), (list, tuple)):
                choices = [str(one) for one in literal(text)]
    elif isinstance(value, ast.Call):
        has = True
    elif value is not None:
        default = literal(value)
    return {
        "name": target,
        "kind": kind,
        **written(default),
        "hasDefault": has,
        "optional": optional,
        "choices": None if not choices else [str(one) for one in choices],
        "help": help_text,
        "many": kind in ("list", "List", "dict", "Dict", "tuple", "Tuple", "Sequence"),
        "required": not has,
    }


def docstrings(body):
    """A text that follows a field describes it, as tyro reads it."""
    found = {}
    for before, after in zip(body, body[1:]):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
                found[before.target.id] = after.value.value.strip()
    return found


def fields_of(node):
    said = docstrings(node.body)
    fields = [
        field_argument(part.target.id, part.annotation, part.value)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and name_of(part.annotation) != "ClassVar"
    ]
    for one in fields:
        one["help"] = one["help"] or said.get(one["name"], "")
    return fields


def parameters_of(function):
    args = function.args
    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    pairs = list(zip(plain, defaults)) + list(zip(args.kwonlyargs, args.kw_defaults))
    return [field_argument(arg.arg, arg.annotation, default) for arg, default in pairs]


def logged(call):
    """Names of metrics in `log({"loss": ...})`."""
    if name_of(call.func) not in ("log", "log_metrics", "log_metric") or not call.args:
        return []
    first = call.args[0]
    if isinstance(first, ast.Dict):
        return [literal(key) for key in first.keys if key is not None and isinstance(literal(key), str)]
    value = literal(first)
    return [value] if name_of(call.func) == "log_metric" and isinstance(value, str) else []


def read(text):
    tree = ast.parse(text)
    classes, functions, imported = {}, {}, {}
    arguments, metrics, calls = [], [], []
    hydra = None
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions[node.name] = node
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "hydra.main":
                    given = {key: literal(value) for key, value in keywords(mark).items()}
                    hydra = {"path": given.get("config_path") or ".", "name": given.get("config_name") or "config"}
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                imported[one.asname or one.name] = (node.module or "").split(".")[0]
        if isinstance(node, ast.Call):
            calls.append(node)
            metrics += [name for name in logged(node) if name not in metrics]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument":
            one = argparse_argument(call)
            if one:
                arguments.append(one)
    style = "argparse" if arguments else ""
    taken, foreign = [], []
    for call in calls:
        called = name_of(call.func)
        if called in ("HfArgumentParser", "TrlParser", "H4ArgumentParser") and call.args:
            style = "hf"
            given = call.args[0]
            taken += [name_of(one) for one in (given.elts if isinstance(given, (ast.Tuple, ast.List)) else [given])]
        if called == "cli" and ast.unparse(call.func) in ("tyro.cli", "cli") and call.args:
            style = "tyro"
            taken.append(name_of(call.args[0]))
    if style in ("hf", "tyro"):
        arguments = []
    for name in taken:
        if name in classes:
            arguments += nested(name, classes, "")
        elif name in functions:
            arguments += parameters_of(functions[name])
        elif name in imported:
            foreign.append({"name": name, "package": imported[name]})
    reads = ast.unparse(tree) if hasattr(ast, "unparse") else text
    yaml = any(word in reads for word in ("yaml.safe_load", "yaml.load", "OmegaConf.load"))
    return {
        "style": "hydra" if hydra else style or ("yaml" if yaml else ""),
        "arguments": arguments,
        "foreign": foreign,
        "metrics": metrics,
        "hydra": hydra,
        "readsYaml": yaml,
    }


def nested(name, classes, prefix, depth=0):
    """Fields of a dataclass; those of a dataclass in a field by their path."""
    node = classes[name]
    inherited = [nested(name_of(base), classes, prefix, depth + 1) for base in node.bases if name_of(base) in classes and depth < 5]
    own = []
    for one in fields_of(node):
        if one["kind"] in classes and depth < 5:
            own += nested(one["kind"], classes, f"{prefix}{one['name']}.", depth + 1)
        else:
            own.append({**one, "name": prefix + one["name"]})
    return [one for group in inherited for one in group] + own


def main():
    try:
        print(json.dumps(read(sys.stdin.read()), allow_nan=False))
    except (SyntaxError, ValueError, RecursionError) as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))


main()
