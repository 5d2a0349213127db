"use client";

import { type ReactNode, useState } from "react";
import { Chevron } from "#components/ui/marks/chevron.tsx";

export interface FoldedField {
  key: string;
  label: string;
  /** Changed, set by a preset, required or wrong: shown whether or not the group is open. */
  needed: boolean;
  field: ReactNode;
}

interface FoldedFieldsProps {
  title: string;
  /** What the folded ones are, with their number: "7 defaults", "3 not used". */
  countWords: (folded: number) => string;
  fields: FoldedField[];
}

/**
 * A group of fields as one line that says how many keep what they are, and under it those that matter. A field stays where it is
 * while it is edited, whatever its value becomes.
 */
export function FoldedFields({ title, countWords, fields }: FoldedFieldsProps) {
  const [open, setOpen] = useState(false);
  const [held, setHeld] = useState("");
  const folded = fields.filter(({ needed, key }) => !needed && key !== held);
  return (
    <section className="fold" aria-label={title}>
      {fields.length === 0 ? null : (
        <button
          type="button"
          className="fold-line"
          aria-expanded={open}
          disabled={folded.length === 0}
          onClick={() => setOpen(!open)}
        >
          <Chevron direction={open ? "down" : "right"} />
          <b>{title}</b>
          {folded.length === 0 ? null : (
            <span className="fold-names">
              {countWords(folded.length)}
              {open ? "" : `: ${folded.map(({ label }) => label.toLowerCase()).join(", ")}`}
            </span>
          )}
        </button>
      )}
      {fields
        .filter((each) => open || !folded.includes(each))
        .map(({ key, field }) => (
          <div key={key} data-param={key} onFocusCapture={() => setHeld(key)}>
            {field}
          </div>
        ))}
    </section>
  );
}
