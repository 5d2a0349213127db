"use client";

import { useEffect } from "react";
import { currentBindings, matchKeys, nameStroke } from "./match-keys.ts";

const SEQUENCE_MS = 900;

/** The one listener behind `useKeys`; it stands once in the shell. */
export function KeyListener() {
  useEffect(() => {
    let pending = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.key === "Shift") return;
      const found = matchKeys(currentBindings(), pending, nameStroke(event));
      clearTimeout(timer);
      pending = found.pending;
      timer = setTimeout(() => (pending = ""), SEQUENCE_MS);
      if (!found.binding || (isTyping(event.target) && !found.binding.whileTyping) || isBehindDialog())
        return;
      event.preventDefault();
      found.binding.run?.();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"]:not(.popover)') !== null;
}
