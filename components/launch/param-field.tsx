"use client";

import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { isSecretField, type ParamField as Field, variableOf } from "#server/contracts/launch/matrix.ts";
import { writeTyped } from "#server/wording/typed.ts";

interface ParamFieldProps {
  field: Field;
  /** What the chosen presets say: several where they differ. */
  presetValues: string[];
  /** As typed; undefined while the presets hold. */
  edited: string | undefined;
  onEdit: (text: string | undefined) => void;
  /** Makes it a factor of the matrix; absent where nothing is varied. */
  onVary?: () => void;
  error: string | null;
  /** Registered benchmarks, for a field that names problems. */
  benchmarks: string[];
}

function rangeWords(field: Field): string {
  if (field.kind === "text" && field.default === "") return "Empty leaves it to the script.";
  if (field.kind !== "int" && field.kind !== "float") return `Default ${String(field.default)}.`;
  return `Default ${writeTyped(field.default)}, ${writeTyped(field.min)} to ${writeTyped(field.max)}.`;
}

/** A secret: the machine that trains has it, and no form, address or run does. */
function SecretField({
  field,
  beside,
}: {
  field: Field;
  beside: { label: string; name: string; error: string | null };
}) {
  const variable = variableOf(field);
  return (
    <TextField
      {...beside}
      value=""
      onChange={() => {}}
      isSecret
      disabled
      width={300}
      placeholder={`${variable} of the worker`}
      why={`${field.reason} Taken from ${variable} in the worker's environment; never stored. Left out where it is not set.`}
    />
  );
}

/** The values that a field offers, where it is one of a few. */
export function choicesOf(field: Field, benchmarks: readonly string[]): { value: string; label: string }[] {
  if (field.kind === "choice")
    return field.choices.map((c) => ({
      value: c.value,
      label: c.label === c.value ? c.value : `${c.value}: ${c.label}`,
    }));
  if (field.kind === "bool") {
    return [
      { value: "false", label: "off" },
      { value: "true", label: "on" },
    ];
  }
  return ["generated", ...benchmarks].map((name) => ({ value: name, label: name }));
}

/** One parameter: control, unit, range, reason, error; beside it the way back to the preset, and into the matrix. */
export function ParamField(props: ParamFieldProps) {
  const { field, presetValues, edited, onEdit, onVary, error, benchmarks } = props;
  const differs = presetValues.length > 1;
  const byPreset = `by preset: ${presetValues.join(", ")}`;
  const isChanged = edited !== undefined && !(presetValues.length === 1 && presetValues[0] === edited);
  const value = edited ?? (differs ? "" : presetValues[0]);
  const change = (text: string) => onEdit(!differs && text === presetValues[0] ? undefined : text);
  const shared = {
    label: field.label,
    name: field.name,
    error,
    changedFrom: isChanged ? presetValues.join(" or ") : null,
    why: `${field.reason} ${rangeWords(field)}`,
    actions: (
      <>
        {isChanged ? <QuietButton onClick={() => onEdit(undefined)}>Undo</QuietButton> : null}
        {onVary ? (
          <QuietButton onClick={onVary} aria-label={`Vary ${field.label}`}>
            Vary
          </QuietButton>
        ) : null}
      </>
    ),
  };
  if (isSecretField(field))
    return <SecretField field={field} beside={{ label: field.label, name: field.name, error }} />;
  if (field.kind === "text")
    return (
      <TextField
        {...shared}
        value={value}
        onChange={change}
        unit={field.unit}
        width={300}
        placeholder={differs ? byPreset : undefined}
      />
    );
  if (field.kind === "int" || field.kind === "float") {
    return (
      <TextField
        {...shared}
        value={value}
        onChange={change}
        unit={field.unit}
        width={150}
        inputMode="decimal"
        placeholder={differs ? byPreset : undefined}
      />
    );
  }
  const choices = choicesOf(field, benchmarks);
  const options = differs && edited === undefined ? [{ value: "", label: byPreset }, ...choices] : choices;
  return <SelectField {...shared} value={value} onChange={change} options={options} width={300} />;
}
