"use client";

import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { FoldedFields } from "./folded-fields.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import type { RecipeDescription } from "#server/contracts/launch/plan.ts";
import type { InputOffer } from "#server/contracts/run.ts";
import { KIND_WORDS } from "#server/wording/artifact-kinds.ts";
import { writeCount } from "#server/wording/counts.ts";

type RecipeInput = RecipeDescription["inputs"][number];

interface InputFieldsProps {
  recipe: RecipeDescription;
  /** Id of a run or an evaluation by slot. */
  chosen: Record<string, string>;
  onChoose: (slot: string, id: string) => void;
  errorOf: (slot: string) => string | null;
}

const offerWords = ({ runName, recipe, state, facts, unusable, experiment }: InputOffer): string =>
  [runName, recipe, state === "finished" ? null : state, unusable ?? facts, experiment]
    .filter(Boolean)
    .join(" · ");

function InputField({
  input,
  value,
  onChange,
  error,
}: {
  input: RecipeInput;
  value: string;
  onChange: (id: string) => void;
  error: string | null;
}) {
  const api = useApi();
  const offers = useQuery(
    api.runs.offers.queryOptions({ kind: input.kind }, { meta: liveOn([topics.runs], 3000) }),
  );
  const list = offers.data ?? [];
  const empty = input.required ? "choose a run" : "none";
  const options = [
    { value: "", label: offers.isPending ? "reading the runs" : empty },
    ...list.map((offer) => ({
      value: offer.runId,
      label: offerWords(offer),
      disabled: offer.unusable !== null,
    })),
  ];
  // An evaluation that a page linked to, or a run older than the list.
  if (value !== "" && !list.some((offer) => offer.runId === value)) options.push({ value, label: value });
  const nothing =
    offers.data?.length === 0 ? ` No run here has made ${KIND_WORDS[input.kind]} yet: launch one first.` : "";
  return (
    <SelectField
      label={input.label}
      name={input.slot}
      value={value}
      onChange={onChange}
      options={options}
      width={560}
      error={error && `${error}${nothing}`}
      why={
        <>
          {input.reason}
          {nothing} {value.startsWith("run_") ? <PageLink href={`/runs/${value}`}>Open it</PageLink> : null}
        </>
      }
    />
  );
}

/** What the recipe takes from other runs, each chosen from a list of what there is or will be. */
export function InputFields({ recipe, chosen, onChoose, errorOf }: InputFieldsProps) {
  if (recipe.inputs.length === 0) return null;
  return (
    <Section title="Inputs from other runs" note="starts when its inputs have finished; skipped if one fails">
      <FoldedFields
        title="Inputs"
        countWords={(n) => `${writeCount(n)} not used`}
        fields={recipe.inputs.map((input, i) => ({
          key: input.slot,
          label: input.label,
          // The first is what a run starts from, which a newcomer looks for.
          needed:
            i === 0 || input.required || chosen[input.slot] !== undefined || errorOf(input.slot) !== null,
          field: (
            <InputField
              input={input}
              value={chosen[input.slot] ?? ""}
              onChange={(id) => onChoose(input.slot, id)}
              error={errorOf(input.slot)}
            />
          ),
        }))}
      />
    </Section>
  );
}
