/** A shown value that becomes a text box: click or Enter opens it, Enter commits, Escape cancels. */

export interface Exact {
  text(): string;
  commit(text: string): void;
}

export function exactBox(output: HTMLElement, label: string, exact: Exact): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "lf-exact";
  button.title = "Type an exact value";
  button.setAttribute("aria-description", `${label}: type an exact value`);
  button.textContent = output.textContent;
  output.setAttribute("aria-live", "off");
  output.replaceChildren(button);

  button.addEventListener("click", () => {
    const box = document.createElement("input");
    box.type = "text";
    box.inputMode = "decimal";
    box.className = "lf-exact-box";
    box.setAttribute("aria-label", label);
    const before = exact.text();
    box.value = before;
    let open = true;
    const close = (focus: boolean): void => {
      open = false;
      output.replaceChildren(button);
      if (focus) button.focus();
    };
    const commit = (focus: boolean): void => {
      const text = box.value;
      close(focus);
      if (text !== before) exact.commit(text);
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") commit(true);
      else if (event.key === "Escape") close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    for (const type of ["input", "change"]) box.addEventListener(type, (event) => event.stopPropagation());
    box.addEventListener("blur", () => open && commit(false));
    output.replaceChildren(box);
    box.select();
  });
}
