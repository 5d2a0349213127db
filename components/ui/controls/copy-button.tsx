"use client";

import { useEffect, useState } from "react";
import { announce } from "../announce.ts";
import { classNames } from "../class-names.ts";

/**
 * Copies text and says whether it worked. The clipboard API exists only on https and localhost; a bench on the local
 * network is often plain http, where the older command still works.
 */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission refused: the older way may still be allowed.
    }
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "hidden-text";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

interface CopyButtonProps {
  /** What is copied, or how to make it at the moment of the press. */
  text: string | (() => string);
  children?: string;
  /** Class of the button; a link-like button where none is given. */
  className?: string;
}

const WORDS = { copied: "Copied", refused: "Not allowed here" };

/** Copies and says so for two seconds, in place, without moving anything around it. */
export function CopyButton({ text, children = "Copy", className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const press = async () => {
    const result = (await copyText(typeof text === "string" ? text : text())) ? "copied" : "refused";
    setOutcome(result);
    announce(WORDS[result]);
  };
  return (
    <button
      type="button"
      className={classNames(className ?? "quiet-button", "copy")}
      onClick={() => void press()}
    >
      {/* Both words share one cell, so the button keeps the width of the longer one. */}
      <span style={{ opacity: outcome ? 0 : undefined }}>{children}</span>
      <span aria-hidden="true">{outcome ? WORDS[outcome] : ""}</span>
    </button>
  );
}
