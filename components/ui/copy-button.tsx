"use client";

import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";
import { copyText } from "./copy-text.ts";

interface CopyButtonProps {
  /** What is copied, or how to make it at the moment of the press. */
  text: string | (() => string);
  children?: string;
  /** Class of the button; a link-like button where none is given. */
  className?: string;
}

/** Copies and says so for two seconds, in place, without moving anything around it. */
export function CopyButton({ text, children = "Copy", className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const word = outcome === "copied" ? "Copied" : "Not allowed here";
  return (
    <button
      type="button"
      className={classNames(className ?? "quiet-button", "copy")}
      onClick={() => {
        const copying = copyText(typeof text === "string" ? text : text());
        void copying.then((copied) => setOutcome(copied ? "copied" : "refused"));
      }}
    >
      {/* Both words share one cell, so the button keeps the width of the longer one. */}
      <span style={{ visibility: outcome ? "hidden" : undefined }}>{children}</span>
      <span aria-live="polite">{outcome ? word : ""}</span>
    </button>
  );
}
