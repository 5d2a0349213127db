"use client";

import type { ReactNode, Ref } from "react";
import { Field, type FieldText } from "./field.tsx";

interface TextFieldProps extends FieldText, Omit<TextInputProps, "label" | "id" | "describedBy" | "invalid"> {
  /** Beside the control: a lint, a link. */
  beside?: ReactNode;
}

/** A labelled line of text. */
export function TextField({
  label,
  name,
  why,
  error,
  changedFrom,
  actions,
  beside,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, name, why, error, changedFrom, actions }}>
      {(control) => (
        <>
          <TextInput {...input} {...control} changed={Boolean(changedFrom)} />
          {beside}
        </>
      )}
    </Field>
  );
}

export interface TextInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Names it where no `Field` does. */
  label?: string;
  /** Unit at the right edge: "rollouts". */
  unit?: ReactNode;
  /** A word before the text: "Filter". */
  lead?: string;
  placeholder?: string;
  /** Widest it gets, in px; widths match the content. */
  width?: number;
  /** Several lines. */
  rows?: number;
  changed?: boolean;
  disabled?: boolean;
  /** What is typed is not shown. */
  isSecret?: boolean;
  /** Characters that fit; further ones are not taken. */
  maxLength?: number;
  inputMode?: "text" | "decimal" | "search" | "url";
  id?: string;
  describedBy?: string;
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  onBlur?: () => void;
}

/** The box of a text-like control; `TextField` and `NumberField` add the label. */
export function TextInput({
  value,
  onChange,
  label,
  unit,
  lead,
  width,
  rows,
  changed,
  invalid,
  describedBy,
  isSecret,
  ref,
  ...rest
}: TextInputProps) {
  const shared = {
    ...rest,
    value,
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-invalid": invalid || undefined,
    autoComplete: "off",
    spellCheck: false,
  };
  return (
    <span
      className="box"
      data-changed={changed || undefined}
      style={width ? { "--box-width": `${width}px` } : undefined}
    >
      {lead ? <span className="box-lead">{lead}</span> : null}
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          ref={ref}
          type={isSecret ? "password" : "text"}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {unit ? <span className="box-unit">{unit}</span> : null}
    </span>
  );
}
