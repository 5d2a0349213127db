import type { Command } from "./command-palette.tsx";

/** Where a page keeps what can be done with it. */
const PLACES = "[data-page-actions]";
const ACTIONS = `${PLACES} :is(button, a[href])`;

/** The words of a control as they are read; the key inside it is none of them. */
function wordsOf(control: Element): string {
  const label = control.getAttribute("aria-label");
  if (label !== null) return label.trim();
  const copy = control.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll("[aria-hidden='true'], .kbd")) hidden.remove();
  return (copy.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** What can be pressed now; a list that opens is no action, and what is blocked does nothing. */
const isPressable = (control: Element): boolean =>
  control.getAttribute("aria-disabled") !== "true" &&
  !control.hasAttribute("aria-haspopup") &&
  !(control as HTMLButtonElement).disabled &&
  control.getClientRects().length > 0;

const controls = (): Element[] => [...document.querySelectorAll(ACTIONS)].filter(isPressable);

/**
 * What the page can do, read from its own buttons and links, so that there is no second list of them. Each is pressed as a pointer
 * would press it, with the dialog that asks first where it has one.
 */
export function readPageActions(): Command[] {
  const subject = document.querySelector("h1")?.textContent?.trim() ?? "";
  const labels = [...new Set(controls().map(wordsOf))].filter((label) => label !== "");
  return labels.map((label): Command => ({
    id: `page-${label.replaceAll(/\W+/g, "-")}`,
    group: "Do",
    label,
    subject,
    // It may be drawn anew until then, and the palette is to be gone before a dialog takes the focus.
    run: () =>
      void setTimeout(() => {
        const control = controls().find((one) => wordsOf(one) === label);
        if (control instanceof HTMLElement) control.click();
      }),
  }));
}
