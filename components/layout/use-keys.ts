"use client";

import { useEffect, useRef } from "react";
import { isComposing } from "#components/ui/composing.ts";
import { addBindings, type KeyBinding } from "./match-keys.ts";

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
    // What says that the dialog did not come is used by keys too.
    if (event.target instanceof Element && event.target.closest(".later-lost")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
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

/** Keys that work while the component is on the page. `run` may be another function on every render. */
export function useKeys(bindings: KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  // As text, so that the keys are registered again only when one of them changes and not on every render.
  const described = JSON.stringify(bindings);
  useEffect(() => {
    const registered = JSON.parse(described) as (Omit<KeyBinding, "run"> & { run?: null })[];
    return addBindings(
      registered.map((binding, index) => ({
        ...binding,
        run: binding.run === null ? null : () => latest.current[index]?.run?.(),
      })),
    );
  }, [described]);
}
