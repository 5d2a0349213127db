/** What was typed between asking for a dialog and its arrival: kept for its input, and kept from every single-key shortcut. */
export interface EarlyKeys {
  /** Ends the keeping and returns the text typed so far. */
  take(): string;
}

/** Keeps printable keys (and Backspace) typed from now on; Escape gives up and calls `onEscape`. */
export function keepEarlyKeys(onEscape: () => void): EarlyKeys {
  let text = "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKeyDown, { capture: true });
  return {
    take() {
      document.removeEventListener("keydown", onKeyDown, { capture: true });
      return text;
    },
  };
}
