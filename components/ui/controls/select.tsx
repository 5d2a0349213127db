"use client";

import { Chevron } from "../marks/chevron.tsx";
import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";

type SelectFieldProps = FieldText &
  Omit<ComponentProps<typeof Select>, "label" | "id" | "describedBy" | "invalid">;

/** A labelled choice from a list. */
export function SelectField({ label, name, why, error, changedFrom, actions, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, name, why, error, changedFrom, actions }}>
      {(control) => <Select {...select} {...control} changed={Boolean(changedFrom)} />}
    </Field>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps {
  value: string;
  onChange: (value: string) => void;
  options: SelectOption[];
  /** Names it where no `Field` does. */
  label?: string;
  /** Words at the right, inside: version, device. */
  unit?: string;
  width?: number;
  changed?: boolean;
  disabled?: boolean;
  id?: string;
  describedBy?: string;
  invalid?: boolean;
}

/** The browser's own list, drawn as our box: it opens as a wheel on a phone and types ahead everywhere. */
export function Select(props: SelectProps) {
  const { value, onChange, options, label, unit, width, changed, disabled, id, describedBy, invalid } = props;
  return (
    <span
      className="box select"
      data-changed={changed || undefined}
      style={width ? { "--box-width": `${width}px` } : undefined}
    >
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {unit ? <span className="box-unit">{unit}</span> : null}
      <Chevron direction="down" />
    </span>
  );
}
