"use client";

import type { ReactNode } from "react";
import { Field, type FieldText } from "./field.tsx";
import { TextInput, type TextInputProps } from "./text-input.tsx";

interface TextFieldProps extends FieldText, Omit<TextInputProps, "label" | "id" | "describedBy" | "invalid"> {
  /** Beside the control: a lint, a link. */
  beside?: ReactNode;
}

/** A labelled line of text. */
export function TextField({ label, name, why, error, changedFrom, beside, ...input }: TextFieldProps) {
  return (
    <Field label={label} name={name} why={why} error={error} changedFrom={changedFrom}>
      {(control) => (
        <>
          <TextInput {...input} {...control} changed={Boolean(changedFrom)} />
          {beside}
        </>
      )}
    </Field>
  );
}
