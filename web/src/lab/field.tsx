/** A setting to edit: a word is chosen, a number is typed, arrows double and halve it. */
import type { JSX } from "preact";
import type { LabField } from "../data/types";
import { useDraft } from "./draft";

/** A number with its unit, twice or half as large; null where it is none. */
export function stepped(text: string, up: boolean): string | null {
  const match = /^([\d.,]+)(\s?[A-Za-z%/µ]*)$/.exec(text.trim());
  if (!match) return null;
  const value = Number((match[1] as string).replaceAll(",", ""));
  if (!Number.isFinite(value)) return null;
  if (value === 0) return up ? `1${match[2]}` : text;
  if (match[2]?.trim() === "%") return `${Math.min(100, Math.max(0, value + (up ? 10 : -10)))}${match[2]}`;
  const next = up ? value * 2 : value / 2;
  return match[2]?.trim() || next >= 1 ? `${next}${match[2]}` : `${up ? next : 0}${match[2]}`;
}

interface Props {
  field: LabField;
  id: string;
  /** What was typed last and refused, and why. */
  typed?: { text: string; message: string } | null;
  onSet: (value: string) => void;
  /** Take what was typed. */
  onType: (value: string) => void;
  /** Forget what was typed. */
  onLeave: () => void;
}

export function Field({ field, id, typed, onSet, onType, onLeave }: Props): JSX.Element {
  const draft = useDraft(typed?.text ?? field.value);
  const isChanged = field.default !== undefined && field.default !== field.value && !field.default.includes(":");
  const label = (
    <label for={id} title={field.help}>
      {field.label}
    </label>
  );
  if (field.words.length)
    return (
      <span class={`f${isChanged ? " changed" : ""}`}>
        {label}
        <select id={id} value={field.value} onChange={(event) => onSet(event.currentTarget.value)}>
          {(field.words.includes(field.value) ? field.words : [field.value, ...field.words]).map((word) => (
            <option key={word} value={word} selected={word === field.value}>
              {word}
            </option>
          ))}
        </select>
      </span>
    );
  const take = (input: HTMLInputElement): void => {
    if (input.value !== (typed?.text ?? field.value)) onType(input.value);
  };
  return (
    <span class={`f${isChanged ? " changed" : ""}`}>
      {label}
      <input
        id={id}
        type="text"
        value={draft.value}

        aria-invalid={typed?.message ? true : undefined}
        aria-describedby={typed?.message ? `${id}-no` : undefined}
        autocomplete="off"
        spellcheck={false}
        title={field.help}
        onInput={draft.onInput}
        onChange={(event) => {
          draft.end();
          take(event.currentTarget);
        }}

        onKeyDown={(event) => {
          if (event.key === "Escape" && typed) {
            event.stopPropagation();
            draft.end();
            event.currentTarget.value = field.value;
            return onLeave();
          }
          const isUp = event.key === "ArrowUp";
          if (!isUp && event.key !== "ArrowDown") return;
          const next = stepped(event.currentTarget.value, isUp);
          event.preventDefault();
          if (next === null) return;
          draft.end();
          onType(next);
        }}
      />
      {typed?.message ? (
        <small class="no" role="alert" id={`${id}-no`}>
          {typed.message}
        </small>
      ) : null}
    </span>
  );
}
