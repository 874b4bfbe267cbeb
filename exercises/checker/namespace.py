"""The namespace that an answer lives in: its code is run once, then its functions are called, JSON
to JSON.

The page uses it beside the tests; a child process uses it at the other end of a pipe. Every line of
a message's traceback that matters to the reader is a line of the reader's own code.
"""

import contextlib
import inspect
import io
import re
import sys
import traceback
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from exercises.checker.output import Output, OutputFlood
from exercises.kit.plain import NotPlain, decode, encode

FILE = "answer.py"  # what Python calls the answer's code
MAX_OPERATORS = 3000  # in a line
_OPERATOR = re.compile(
    r"(?<=[\w)\]])(?<![\d.][eE])\s*(?:[-+*/%&|^]|\.(?=[^\W\d]))"
)  # between two things


def is_too_long(code: str) -> bool:
    """Whether an expression is so long that it might end whoever reads it."""
    return any(len(_OPERATOR.findall(line)) > MAX_OPERATORS for line in code.splitlines())


class Namespace:
    """The names that an answer's code defined, and what it has printed."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "answer", "__file__": FILE}
        self.output = Output()
        self.loaded: Callable[[CodeType], None] = lambda code: (
            None
        )  # told of the code before it runs

    def load(self, code: str) -> str:
        """Runs `code`. JSON text: {"value": null} or {"error": {"message", "line"}}."""
        return self._guarded(lambda: self._execute(code))

    def call(self, request: str) -> str:
        """Calls a function: {"function", "args", "kwargs"} -> {"value", "args", "kwargs"} or an
        error.

        `args` and `kwargs` come back as the call left them.
        """
        return self._guarded(lambda: self._call(decode(request)))

    def _execute(self, code: str) -> dict[str, Any]:
        if is_too_long(code):
            raise RecursionError  # a compiler may end more than the answer with it
        compiled = compile(code, FILE, "exec", dont_inherit=True)
        self.loaded(compiled)
        exec(compiled, self.names)
        return {"value": None}

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        name, args, kwargs = request["function"], request["args"], request["kwargs"]
        function = self.names.get(name)
        if not callable(function):
            raise NotPlain(f"there is no function named {name} in the answer{self._instead()}")
        if misfit := _misfit(function, args, kwargs):
            line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
            return {"error": {"message": f"{name} {misfit}", "line": line}}
        reply = {"value": function(*args, **kwargs), "args": args, "kwargs": kwargs}
        for part, must in (
            ({"value": reply["value"]}, "return plain data"),
            (reply, "leave plain data in the lists and dicts that it is given, or copy them first"),
        ):
            try:
                encode(part)
            except NotPlain as error:
                line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
                return {"error": {"message": f"{name} must {must}: {error}", "line": line}}
        return reply

    def _instead(self) -> str:
        """The functions that there are, for whoever misspelt one."""
        found = [name for name, thing in self.names.items() if isinstance(thing, FunctionType)]
        return f"; it has {', '.join(found[:5])}" if found else ""

    def _guarded(self, act: Callable[[], dict[str, Any]]) -> str:
        standard_input, sys.stdin = sys.stdin, io.StringIO()
        try:
            with contextlib.redirect_stdout(self.output), contextlib.redirect_stderr(self.output):
                return encode(act())
        except BaseException as error:
            return encode({"error": {"message": message_of(error), "line": line_of(error)}})
        finally:
            sys.stdin = standard_input


def _misfit(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> str | None:
    """Why a function cannot be called with these arguments, in words; None if it can."""
    if not isinstance(function, FunctionType):
        return None
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        takes = list(inspect.signature(function).parameters)
        named = f" ({', '.join(takes)})" if takes else ""
        plural = "" if len(takes) == 1 else "s"
        return f"takes {len(takes)} argument{plural}{named} and is called with {len(args) + len(kwargs)}"
    return None


def message_of(error: BaseException) -> str:
    """One line that says what went wrong, in words where the type's name would not do."""
    if isinstance(error, (NotPlain, OutputFlood)):
        return str(error)
    if isinstance(error, SystemExit):
        return "the answer ended the program (sys.exit); a function must return its value instead"
    if isinstance(error, RecursionError):
        if line_of(error) is None:
            return "an expression of the answer is too long or too deep for Python: compute it in steps, or in a loop"
        return "a function calls itself without end (RecursionError)"
    if isinstance(error, EOFError):
        return (
            "an answer cannot ask for input: what it needs comes as the arguments of its functions"
        )
    if isinstance(error, MemoryError):
        return "the answer asked for more memory than it may have (MemoryError)"
    if isinstance(error, SyntaxError):
        said = f"{type(error).__name__}: {error.msg}"
    else:
        said = " ".join(traceback.format_exception_only(error)[-1].split())[:300]
    plain = _in_plain_words(error)
    end = "" if said.endswith((".", "?", "!")) else "."
    return f"{said}{end} {plain}" if plain else said


def _in_plain_words(error: BaseException) -> str:
    """A sentence for whoever does not know Python's own words for the commonest errors; empty for
    the others."""
    if isinstance(error, SyntaxError):
        return _of_syntax(error)
    try:
        words = str(error)
    except Exception:
        return ""  # an error of the answer's own, and no words of it
    if isinstance(error, ModuleNotFoundError):
        return f"Only Python's own library is here, and it has no {error.name}."
    if isinstance(error, UnboundLocalError):
        return "The function uses that name before it has given it a value."
    if isinstance(error, NameError):
        return f"Nothing is called {error.name} here: is it spelt as it was where it got its value?"
    if isinstance(error, IndexError) and "range" in words:
        return (
            "There are fewer items: the first has the index 0, and the last of n items has n - 1."
        )
    if isinstance(error, KeyError):
        return "The dict has no such key."
    if isinstance(error, ZeroDivisionError):
        return "What the line divides by is 0 there: which of its values can be 0?"
    if isinstance(error, TypeError) and re.search(
        r"unsupported operand|not supported between|can only concatenate", words
    ):
        return (
            f"Two values do not go together here{_types_of(words)}: look at what each of them is."
        )
    if isinstance(error, TypeError) and "not subscriptable" in words:
        return "Only a list, a dict or a text has items in square brackets."
    return ""


def _of_syntax(error: SyntaxError) -> str:
    words = error.msg
    if isinstance(error, TabError):
        return "Tabs and spaces are mixed where lines begin: use spaces only."
    if isinstance(error, IndentationError):
        if "expected an indented block" in words:
            return "After a line that ends with a colon the next one is set in by four spaces."
        if "unindent" in words:
            return "The line must begin as far to the right as one of the blocks above it."
        return "The line begins further to the right than the one above, with no colon there that would ask for it."
    if "expected ':'" in words:
        return "A colon is missing at the end of the line (def, if, else, for and while need one)."
    if "was never closed" in words:
        return "A bracket is opened there, and the one that closes it is missing."
    if "unterminated" in words:
        return "A text begins there, and the quote that ends it is missing."
    if "Maybe you meant '=='" in words:
        return "One = gives a value to a name, two of them compare."
    if words == "invalid syntax":
        return "Python cannot read the line: is something missing in it, or just before it?"
    return ""


def _types_of(words: str) -> str:
    """The types in a TypeError's words: a number and nothing (None)."""
    known = {
        "int": "a number",
        "float": "a number",
        "str": "a text",
        "list": "a list",
        "dict": "a dict",
        "NoneType": "nothing (None)",
        "builtin_function_or_method": "a function",
        "function": "a function",
    }
    found = [known[name] for name in re.findall(r"'(\w+)'", words) if name in known]
    return f", {found[0]} and {found[1]}" if len(found) == 2 and found[0] != found[1] else ""


def line_of(error: BaseException) -> int | None:
    """The line of the answer's own code where `error` arose or passed last; None if it never was
    there."""
    if isinstance(error, SyntaxError) and error.filename == FILE and isinstance(error.lineno, int):
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILE:
            line = step.tb_lineno
        step = step.tb_next
    return line
