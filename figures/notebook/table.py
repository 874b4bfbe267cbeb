"""A figure's table as HTML for a notebook."""

from html import escape
from typing import Any

from figures.define.rows import Rows
from figures.kit.words import in_table


def table_html(table: dict[str, Any], rows: Rows) -> str:
    """The rows that `table` (of a figure's JSON) asks for, a column each, in display units, under
    its picture's name."""
    where = table["where"] or {}
    shown = [row for row in rows if all(row.get(name) == value for name, value in where.items())]
    head = "".join(f"<th>{escape(_title(column))}</th>" for column in table["columns"])
    body = "".join(
        f"<tr>{''.join(_cell(column, row) for column in table['columns'])}</tr>" for row in shown
    )
    name = f"<h5>{escape(table['tab'])}</h5>" if table["tab"] else ""
    return f"{name}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _title(column: dict[str, Any]) -> str:
    return f"{column['label']} ({column['unit']})" if column["unit"] else str(column["label"])


def _cell(column: dict[str, Any], row: dict[str, Any]) -> str:
    value = row.get(column["name"], "")
    if isinstance(value, int | float):
        value = in_table(value / column["factor"], column["digits"])
    return f'<td style="text-align: right">{escape(str(value))}</td>'
