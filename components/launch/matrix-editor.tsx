"use client";

import { useState } from "react";
import { isComposing } from "#components/ui/composing.ts";
import { Chip } from "#components/ui/controls/chip.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { choicesOf } from "./param-field.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import type { ParamField } from "#server/contracts/launch/matrix.ts";
import { levelTexts } from "./draft.ts";

interface FactorRowProps {
  field: ParamField;
  text: string;
  error: string | null;
  onChange: (text: string | null) => void;
  /** Registered benchmarks, for a field that names problems. */
  benchmarks: readonly string[];
}

/** Levels of one varied parameter, as chips that can be taken away, and a box or a list that adds one. */
export function FactorRow({ field, text, error, onChange, benchmarks }: FactorRowProps) {
  const [typed, setTyped] = useState("");
  const levels = levelTexts(text);
  const choices = ["choice", "bool", "problems"].includes(field.kind) ? choicesOf(field, benchmarks) : null;
  const left = (choices ?? []).filter(({ value }) => !levels.includes(value));
  const add = () => {
    const more = levelTexts(typed).filter((level) => !levels.includes(level));
    if (more.length > 0) onChange([...levels, ...more].join(","));
    setTyped("");
  };
  return (
    <Field
      label={field.label}
      name={field.name}
      error={error}
      why={<QuietButton onClick={() => onChange(null)}>Do not vary it</QuietButton>}
    >
      {(control) => (
        <span className="chips">
          {levels.map((level) => (
            <Chip
              key={level}
              on
              onRemove={() => onChange(levels.filter((l) => l !== level).join(","))}
              removeLabel={`Remove ${field.name} ${level}`}
            >
              {level}
            </Chip>
          ))}
          {choices && left.length === 0 ? null : choices ? (
            <Select
              id={control.id}
              value=""
              width={160}
              onChange={(level) => onChange([...levels, level].join(","))}
              options={[{ value: "", label: "add level" }, ...left]}
            />
          ) : (
            <TextInput
              {...control}
              value={typed}
              onChange={setTyped}
              width={120}
              placeholder="add level"
              inputMode="decimal"
              onBlur={add}
              onKeyDown={(event) => {
                if (
                  isComposing(event) ||
                  event.key !== "Enter" ||
                  typed.trim() === "" ||
                  event.ctrlKey ||
                  event.metaKey
                )
                  return;
                event.preventDefault();
                add();
              }}
            />
          )}
        </span>
      )}
    </Field>
  );
}

interface AaControlFieldProps {
  on: boolean;
  error: string | null;
  onChange: (on: boolean) => void;
}

/** Adds an A/A control to a matrix, by one press. */
export function AaControlField({ on, error, onChange }: AaControlFieldProps) {
  return (
    <div data-param="twin">
      <Field
        label="Control"
        why="The baseline once more, its start moved by a millionth: what it differs by is chance, and the table says how much that is."
        error={error}
      >
        {() => (
          <Checkbox checked={on} onChange={onChange}>
            Add an A/A control
          </Checkbox>
        )}
      </Field>
    </div>
  );
}
