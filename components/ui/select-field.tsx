"use client";

import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";
import { Select } from "./select.tsx";

type SelectFieldProps = FieldText &
  Omit<ComponentProps<typeof Select>, "label" | "id" | "describedBy" | "invalid">;

/** A labelled choice from a list. */
export function SelectField({ label, name, why, error, changedFrom, ...select }: SelectFieldProps) {
  return (
    <Field label={label} name={name} why={why} error={error} changedFrom={changedFrom}>
      {(control) => <Select {...select} {...control} changed={Boolean(changedFrom)} />}
    </Field>
  );
}
