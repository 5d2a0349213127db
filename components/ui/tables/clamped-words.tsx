"use client";

import { useState } from "react";
import { writeCount } from "#server/wording/counts.ts";

/** Characters that two lines of the narrowest cell hold for certain. */
const TWO_LINES = 36;

/** Parts that are named; configurations from outside may differ in a hundred keys, which a press shows. */
const NAMED = 4;

/** Parts of a cell in two lines, the first few of many; a press shows all in their place, the pointer or focus above it. */
export function ClampedWords({ parts }: { parts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const all = parts.join(", ");
  const more = parts.length - NAMED;
  const words = more > 0 ? `${parts.slice(0, NAMED).join(", ")} and ${writeCount(more)} more` : all;
  if (more <= 0 && words.length <= TWO_LINES) return <span className="changed">{words}</span>;
  return (
    <button
      type="button"
      className="changed"
      aria-expanded={isOpen}
      data-tip={isOpen ? undefined : all}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? all : words}
    </button>
  );
}
