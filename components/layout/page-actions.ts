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

/**
 * What can be pressed now; what is blocked does nothing. A menu is offered where it says what it does: its list opens at its first
 * line. Three dots say nothing, and a list of values is no action.
 */
const isPressable = (control: Element): boolean =>
  control.getAttribute("aria-disabled") !== "true" &&
  (!control.hasAttribute("aria-haspopup") || control.hasAttribute("data-finds")) &&
  !(control as HTMLButtonElement).disabled &&
  control.getClientRects().length > 0;

/** What it is done with: what the place names, in a row of many things, else what the page is about. */
const subjectOf = (control: Element): string =>
  control.closest("[data-about]")?.getAttribute("data-about") ??
  document.querySelector("h1")?.textContent?.trim() ??
  "";

const keyOf = (control: Element): string => `${wordsOf(control)} ${subjectOf(control)}`;

const controls = (): Element[] => [...document.querySelectorAll(ACTIONS)].filter(isPressable);

/**
 * What the page can do, read from its own buttons and links, so that there is no second list of them. Each is pressed as a pointer
 * would press it, with the dialog that asks first where it has one.
 */
export function readPageActions(): Command[] {
  const known = new Map(controls().map((one) => [keyOf(one), one]));
  const named = [...known].filter(([, one]) => wordsOf(one) !== "");
  return named.map(([key, one]): Command => ({
    id: `page-${key.replaceAll(/\W+/g, "-")}`,
    group: "Do",
    label: wordsOf(one),
    subject: subjectOf(one),
    keywords: one.getAttribute("data-finds") ?? "",
    // It may be drawn anew until then, and the palette is to be gone before a dialog takes the focus.
    run: () =>
      void setTimeout(() => {
        const control = controls().find((now) => keyOf(now) === key);
        if (control instanceof HTMLElement) control.click();
      }),
  }));
}
