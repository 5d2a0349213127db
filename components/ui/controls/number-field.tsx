"use client";

import { useState, type ReactNode } from "react";
import { Field, type FieldText } from "./field.tsx";
import { readTyped, writeTyped } from "#server/wording/typed.ts";
import { toDigits } from "#server/numbers/round.ts";
import { TextInput } from "./text-input.tsx";

interface NumberFieldProps extends FieldText {
  /** Null while the text is no number. */
  value: number | null;
  /** Gets the number, or null and the text as typed, for the error. */
  onChange: (value: number | null, text: string) => void;
  unit?: ReactNode;
  /** Arrow keys add or take this much. */
  step?: number;
  width?: number;
  disabled?: boolean;
}

/** A number typed as text, since the browser's number input loses "1e-" and rejects "6,214"; arrow keys step it. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, unit, step = 1, width = 150, disabled, ...field } = props;
  const [draft, setDraft] = useState<string | null>(null);
  // The draft holds only as long as it means the value: a preset may change the value under it.
  const means = draft !== null && readTyped(draft) === value;
  const change = (text: string) => {
    setDraft(text);
    onChange(readTyped(text), text);
  };
  return (
    <Field {...field}>
      {(control) => (
        <TextInput
          {...control}
          value={means ? draft : value === null ? "" : writeTyped(value)}
          onChange={change}
          onKeyDown={(event) => {
            const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (direction === undefined || value === null) return;
            event.preventDefault();
            change(writeTyped(toDigits(value + direction * step, 12)));
          }}
          unit={unit}
          width={width}
          disabled={disabled}
          inputMode="decimal"
          changed={Boolean(field.changedFrom)}
        />
      )}
    </Field>
  );
}
