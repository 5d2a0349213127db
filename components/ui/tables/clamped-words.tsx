"use client";

import { useState } from "react";

/** Characters that two lines of the narrowest cell hold for certain. */
const TWO_LINES = 36;

interface ClampedWordsProps {
  words: string;
  /** All of them: `words` may leave some out. */
  all: string;
}

/** Words of a cell in two lines; a press shows the rest in its place, the pointer or focus shows it above. */
export function ClampedWords({ words, all }: ClampedWordsProps) {
  const [isOpen, setOpen] = useState(false);
  if (all === words && words.length <= TWO_LINES) return <span className="changed">{words}</span>;
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
