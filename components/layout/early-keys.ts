/** What was typed between asking for a dialog and its arrival: kept for its input, and kept from every single-key shortcut. */
export interface EarlyKeys {
  /** Ends the keeping; what was typed so far, and whether Enter closed it. */
  take(): TypedEarly;
}

export interface TypedEarly {
  text: string;
  entered: boolean;
}

/** Keeps printable keys, Backspace and Enter typed from now on; Escape gives up and calls `onEscape`. */
export function keepEarlyKeys(onEscape: () => void): EarlyKeys {
  let text = "";
  let entered = false;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") onEscape();
    else if (entered || event.key === "Enter") entered = true;
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
      return { text, entered };
    },
  };
}
