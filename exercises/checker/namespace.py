"""Run an answer's code in a namespace, and call its functions. Requests and replies are JSON text.

The page uses it next to the tests; a child process uses it at the other end of a pipe. Line numbers
in messages are lines of the reader's own code.
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

FILE = "answer.py"  # file name of the answer's code in tracebacks
MAX_OPERATORS = 3000  # binary operators in one line
_OPERATOR = re.compile(r"(?<=[\w)\]])(?<![\d.][eE])\s*(?:[-+*/%&|^]|\.(?=[^\W\d]))")  # binary


def is_too_long(code: str) -> bool:
    """Return whether code has an expression so long that compiling it might crash the
    interpreter."""
    return any(len(_OPERATOR.findall(line)) > MAX_OPERATORS for line in code.splitlines())


class Namespace:
    """The names that the code of an answer has defined, and the text that it has printed."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "answer", "__file__": FILE}
        self.output = Output()
        self.loaded: Callable[[CodeType], None] = lambda code: None  # called before the code runs

    def load(self, code: str) -> str:
        """Run `code`, and return {"value": null} or {"error": {"message", "line"}} as JSON text."""
        return self._guarded(lambda: self._execute(code))

    def call(self, request: str) -> str:
        """Call the function in a request {"function", "args", "kwargs"}, and return {"value",
        "args", "kwargs"} or {"error": {"message", "line"}} as JSON text.

        `args` and `kwargs` are returned as the call left them.
        """
        return self._guarded(lambda: self._call(decode(request)))

    def _execute(self, code: str) -> dict[str, Any]:
        if is_too_long(code):
            raise RecursionError  # compiling it might crash the interpreter
        compiled = compile(code, FILE, "exec", dont_inherit=True)
        self.loaded(compiled)
        exec(compiled, self.names)
        return {"value": None}

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        name, args, kwargs = request["function"], request["args"], request["kwargs"]
        function = self.names.get(name)
        if not callable(function):
            raise NotPlain(f"the answer has no function named {name}{self._instead()}")
        if misfit := _misfit(function, args, kwargs):
            line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
            return {"error": {"message": f"{name} {misfit}", "line": line}}
        reply = {"value": function(*args, **kwargs), "args": args, "kwargs": kwargs}
        for part, must in (
            ({"value": reply["value"]}, "return plain data"),
            (
                reply,
                "leave only plain data in the lists and dicts that it is given, or copy them first",
            ),
        ):
            try:
                encode(part)
            except NotPlain as error:
                line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
                return {"error": {"message": f"{name} must {must}: {error}", "line": line}}
        return reply

    def _instead(self) -> str:
        """Return a hint that lists the functions of the answer, since a name may be misspelt."""
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
    """Return what is wrong with these arguments for a function; None if the function accepts
    them."""
    if not isinstance(function, FunctionType):
        return None
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        takes = list(inspect.signature(function).parameters)
        named = f" ({', '.join(takes)})" if takes else ""
        plural = "" if len(takes) == 1 else "s"
        return f"takes {len(takes)} argument{plural}{named}, but is called with {len(args) + len(kwargs)}"
    return None


def message_of(error: BaseException) -> str:
    """Return a line that explains an error to the reader."""
    if isinstance(error, (NotPlain, OutputFlood)):
        return str(error)
    if isinstance(error, SystemExit):
        return "the answer ended the program (sys.exit); a function should return its value instead"
    if isinstance(error, RecursionError):
        if line_of(error) is None:
            return "an expression of the answer is too long or too deeply nested for Python: compute it in steps or in a loop"
        return "a function calls itself endlessly (RecursionError)"
    if isinstance(error, EOFError):
        return "an answer cannot ask for input: its functions get all values as arguments"
    if isinstance(error, MemoryError):
        return "the answer used more memory than it may (MemoryError)"
    if isinstance(error, SyntaxError):
        words = f"{type(error).__name__}: {error.msg}"
    else:
        words = " ".join(traceback.format_exception_only(error)[-1].split())[:300]
    plain = _in_plain_words(error)
    end = "" if words.endswith((".", "?", "!")) else "."
    return f"{words}{end} {plain}" if plain else words


def _in_plain_words(error: BaseException) -> str:
    """Return a sentence that explains a common error to a beginner; an empty string for other
    errors."""
    if isinstance(error, SyntaxError):
        return _of_syntax(error)
    try:
        words = str(error)
    except Exception:
        return ""  # an exception class of the answer whose __str__ fails
    if isinstance(error, ModuleNotFoundError):
        return f"Only Python's standard library is available, and it has no {error.name}."
    if isinstance(error, UnboundLocalError):
        return "The function uses this name before it assigns a value to it."
    if isinstance(error, NameError):
        return f"There is no {error.name} here: check the spelling."
    if isinstance(error, IndexError) and "range" in words:
        return "There are fewer items: the first has index 0, the last of n items has index n - 1."
    if isinstance(error, KeyError):
        return "The dict has no such key."
    if isinstance(error, ZeroDivisionError):
        return "This line divides by 0: which of its values can be 0?"
    if isinstance(error, TypeError) and re.search(
        r"unsupported operand|not supported between|can only concatenate", words
    ):
        return f"Two values of different types cannot be combined here{_types_of(words)}: check what each of them is."
    if isinstance(error, TypeError) and "not subscriptable" in words:
        return "Only a list, a dict or a string has items in square brackets."
    return ""


def _of_syntax(error: SyntaxError) -> str:
    words = error.msg
    if isinstance(error, TabError):
        return "Tabs and spaces are mixed in the indentation: use only spaces."
    if isinstance(error, IndentationError):
        if "expected an indented block" in words:
            return "After a line that ends with a colon, the next line must be indented by four spaces."
        if "unindent" in words:
            return "The indentation of this line must match one of the blocks above it."
        return "This line is indented more than the line above, which does not end with a colon."
    if "expected ':'" in words:
        return "A colon is missing at the end of the line (after def, if, else, for or while)."
    if "was never closed" in words:
        return "A bracket is opened here but never closed."
    if "unterminated" in words:
        return "A string begins here, but its closing quote is missing."
    if "Maybe you meant '=='" in words:
        return "One = assigns a value; two (==) compare."
    if words == "invalid syntax":
        return "Python cannot read this line: is something missing in it, or just before it?"
    return ""


def _types_of(words: str) -> str:
    """Return the two types that the words of a TypeError name, like ", a number and a string"; an
    empty string if they are equal or unknown."""
    known = {
        "int": "a number",
        "float": "a number",
        "str": "a string",
        "list": "a list",
        "dict": "a dict",
        "NoneType": "nothing (None)",
        "builtin_function_or_method": "a function",
        "function": "a function",
    }
    found = [known[name] for name in re.findall(r"'(\w+)'", words) if name in known]
    return f", {found[0]} and {found[1]}" if len(found) == 2 and found[0] != found[1] else ""


def line_of(error: BaseException) -> int | None:
    """Return the last line of the answer's code in the traceback of an error; None if there is
    none."""
    if isinstance(error, SyntaxError) and error.filename == FILE and isinstance(error.lineno, int):
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILE:
            line = step.tb_lineno
        step = step.tb_next
    return line
