/** Which variant of a question: a fresh one, or the one that a teacher named. */
import { handOver } from "../ui/address";
import { find, onSubmit, setText, tell } from "../ui/dom";
import { plain } from "../data/numbers";
import { isVariant, MOST_VARIANTS, now, type ExerciseWork } from "../work/work";

/** The work turned to another variant; where the question is the same in all of them, so is the answer. */
export function turned(work: ExerciseWork, variant: number, varies: boolean): Partial<ExerciseWork> {
  if (variant === work.variant || !varies) return { variant };
  const others = { ...work.others };
  const typed = work.answer ?? work.cleared;
  if (typed !== undefined) others[work.variant] = typed;
  const answer = others[variant];
  delete others[variant];
  return { variant, answer, time: now(), others: Object.keys(others).length ? others : undefined, cleared: undefined };
}

const WANTED = `A variant is a whole number from 1 to ${plain(MOST_VARIANTS, 0)}`;
const quoted = (typed: string): string => `“${typed.trim().slice(0, 30)}”`;

/** A variant as it is typed: digits, with a comma between thousands or without. */
export function variantOf(typed: string): number | null {
  const variant = /^(\d{1,6}|\d{1,3},\d{3})$/.test(typed.trim()) ? Number(typed.replace(",", "")) : null;
  return isVariant(variant) ? variant : null;
}

export interface Variants {
  /** Says which variant stands there; `arrived` leads the reader to its question. */
  show(variant: number, arrived?: boolean): void;
  /** Goes to the variant that a link names; one that cannot be used says so, and what stands there stays. */
  visit(named: string): void;
}

/** `#exercise-ID~VARIANT` as its two parts. */
export function readVariantLink(hash: string): { id: string; named: string } | null {
  const match = /^#exercise-([a-z][a-z0-9-]*)~(.*)$/s.exec(hash);
  return match ? { id: match[1] as string, named: match[2] as string } : null;
}

export function addVariants(root: HTMLElement, varies: boolean, go: (variant: number) => Promise<void>): Variants {
  const id = root.dataset.exercise ?? "";
  const form = find<HTMLFormElement>(root, ".ex-variant");
  const input = find<HTMLInputElement>(form, "input");
  const fault = find(form, ".ex-fault");
  const another = find(root, "[data-action=another]");
  const first = find(root, "[data-action=first]");
  const refuse = (line: string | null): void => {
    if (line) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    tell(fault, line);
  };
  /** The typed variant; a wrong one is reported at the field. */
  const wanted = (): number | null => {
    const wished = variantOf(input.value);
    refuse(wished === null ? `${WANTED}; ${quoted(input.value)} is not.` : null);
    if (wished === null) input.focus();
    return wished;
  };
  let shown = 1;
  let typed = false;
  let entered = false;
  /** The reader is typing another one: what arrives meanwhile changes neither text nor focus. */
  const isHere = (): boolean => document.activeElement === input;
  input.addEventListener("focus", () => (entered = true));
  input.addEventListener("input", () => (typed = entered = true));
  onSubmit(form, () => {
    typed = entered = false;
    const wished = wanted();
    if (wished !== null) void go(wished);
  });
  another.addEventListener("click", () => {
    let fresh = shown;
    while (fresh === shown) fresh = 2 + Math.floor(Math.random() * (MOST_VARIANTS - 1));
    void go(fresh);
  });
  first.addEventListener("click", () => void go(1));
  find(form, "[data-action=link]").addEventListener("click", () => {
    const wished = wanted();
    if (wished === null) return;
    void handOver(find(root, ".ex-message"), `exercise-${id}~${wished}`, `variant ${plain(wished, 0)}`);
  });
  another.title = varies ? "The same subject, another question" : "The same question; the tests take other inputs";
  return {
    show(variant, arrived = false) {
      shown = variant;
      if (!(typed && isHere())) {
        input.value = plain(variant, 0);
        if (isHere()) input.select();
        refuse(null);
      }
      first.hidden = variant === 1;
      setText(root.querySelector(".ex-which"), variant === 1 ? "" : ` · variant\u00a0${plain(variant, 0)}`);
      if (!arrived || (entered && isHere())) return;
      const prompt = find(root, ".ex-prompt");
      if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
      prompt.focus({ preventScroll: true });
    },
    visit(named) {
      root.scrollIntoView();
      const wished = variantOf(named);
      if (wished) return void go(wished);
      const line = `This link cannot be used. ${WANTED}, and it names ${quoted(named)}.`;
      tell(find(root, ".ex-message"), line);
    },
  };
}
