/** What is being typed in a field: a render while a reader types puts nothing else in its place. */
import { useState } from "preact/hooks";

interface Draft {
  value: string;
  onInput: (event: { currentTarget: HTMLInputElement }) => void;
  /** It was taken or left: show the field's own value again. */
  end: () => void;
}

export function useDraft(value: string): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  return {
    value: draft ?? value,
    onInput: (event) => setDraft(event.currentTarget.value),
    end: () => setDraft(null),
  };
}
