"use client";

import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import type { RecipeDescription } from "#server/contracts/launch/plan.ts";
import { MOST_LOOKS } from "#server/contracts/launch/launch-limits.ts";
import { countOf } from "#server/wording/counts.ts";
import { metricInfo } from "#server/contracts/metrics.ts";

const LOOKS = Array.from({ length: MOST_LOOKS }, (_, i) => i + 1);

interface Declared {
  primary: string;
  shared: boolean;
  looks: number;
}

interface DeclaredFieldsProps {
  recipe: RecipeDescription;
  draft: Declared;
  onChange: (change: Partial<Declared>) => void;
}

/** What is fixed before the first run, since it decides what the table may claim. */
export function DeclaredFields({ recipe, draft, onChange }: DeclaredFieldsProps) {
  const { primary, shared, looks } = draft;
  return (
    <>
      {recipe.headline.length === 0 ? null : (
        <SelectField
          label="Primary metric"
          value={recipe.headline.some((name) => name === primary) ? primary : recipe.primary}
          onChange={(next) => onChange({ primary: next === recipe.primary ? "" : next })}
          options={recipe.headline.map((name) => ({ value: name, label: metricInfo(name).title }))}
          why="The claims are for this one. The others are exploratory, and pay for being several."
        />
      )}
      <SelectField
        label="Looks"
        value={String(looks)}
        onChange={(next) => onChange({ looks: Number(next) })}
        options={LOOKS.map((n) => ({ value: String(n), label: countOf(n, "look") }))}
        why="How often you mean to look and then add seeds. Declared looks share the level of the claims evenly."
      />
      <Field
        label="Starts"
        why="Only where each seed has a checkpoint of its own that all configurations start from. Differences are then paired by seed."
      >
        {() => (
          <Checkbox checked={shared} onChange={(next) => onChange({ shared: next })}>
            Same initial checkpoint for all seeds
          </Checkbox>
        )}
      </Field>
    </>
  );
}
