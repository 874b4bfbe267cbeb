/** Paper is light, whatever the screen is. */
export function printLight(): void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  window.addEventListener("beforeprint", () => {
    before = dataset.theme;
    dataset.theme = "light";
  });
  window.addEventListener("afterprint", () => {
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
  });
}
