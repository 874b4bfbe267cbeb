/** A box for a text that sets up a machine or a load. */
import type { JSX } from "preact";
import { nameOf, type Acts, type Refusal, type View } from "./view";

export function refusal(text: string, message: string): Refusal {
  const line = text.split("\n")[Number(/^line (\d+):/.exec(message)?.[1]) - 1] ?? "";
  const words = /got (['"])(.*?)\1(?: again)?$/.exec(message)?.[2] ?? "";
  const at = words ? line.lastIndexOf(words) : -1;
  return { message, line, from: Math.max(at, 0), to: at < 0 ? line.length : at + words.length };
}

export function PasteOpened({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const opened = view.opened as NonNullable<View["opened"]>;
  const number = /^load-(\d)$/.exec(opened.what)?.[1];
  const isLoad = number !== undefined;
  const no = view.pasteError;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const text = event.currentTarget.querySelector("textarea")?.value ?? "";
        acts.paste(isLoad ? Number(number) : opened.side, text);
      }}
    >
      <label for="lab-pasted">
        {isLoad
          ? "A fio job file or command line"
          : "The output of zpool status, or zpool create, zpool add and zfs set lines, or a fio job"}
      </label>
      <textarea
        id="lab-pasted"
        rows={12}
        spellcheck={false}
        autocomplete="off"
        readOnly={view.isReading}
        aria-invalid={no ? true : undefined}
        aria-describedby="lab-pasted-no"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      ></textarea>
      <p class="no" role="alert" id="lab-pasted-no">
        {no?.message}
        {no?.line ? (
          <code>
            {no.line.slice(0, no.from)}
            <u>{no.line.slice(no.from, no.to)}</u>
            {no.line.slice(no.to)}
          </code>
        ) : null}
      </p>
      <footer>
        <button type="submit" class="tool" disabled={view.isReading}>
          {view.isReading ? "Reads the text …" : `Set up ${isLoad ? "the load" : nameOf(opened.side)}`}
        </button>
        <small class="mute">Ctrl-Enter sets it up, Esc closes</small>
      </footer>
    </form>
  );
}
