/** A box for a text that sets up a machine or a load. */
import type { JSX } from "preact";
import { nameOf, type Acts, type View } from "./view";

export function PasteOpened({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const opened = view.opened as NonNullable<View["opened"]>;
  const number = /^load-(\d)$/.exec(opened.what)?.[1];
  const isLoad = number !== undefined;
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
      <textarea id="lab-pasted" rows={12} spellcheck={false} autocomplete="off"></textarea>
      <p class="no" role="alert">
        {view.pasteError}
      </p>
      <footer>
        <button type="submit" class="tool">
          Set up {isLoad ? "the load" : nameOf(opened.side)}
        </button>
      </footer>
    </form>
  );
}
