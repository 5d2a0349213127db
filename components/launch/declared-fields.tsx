"use client";

import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import type { RecipeDescription } from "#server/contracts/launch/plan.ts";
import { metricInfo } from "#server/contracts/metrics.ts";

interface DeclaredFieldsProps {
  recipe: RecipeDescription;
  primary: string;
  shared: boolean;
  onChange: (change: { primary?: string; shared?: boolean }) => void;
}

/** What is fixed before the first run, since it decides what the table may claim. */
export function DeclaredFields({ recipe, primary, shared, onChange }: DeclaredFieldsProps) {
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
