"use client";

import { Chip, Tag } from "#components/ui/controls/chip.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Section } from "#components/ui/section.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import type { SlurmTexts } from "#server/contracts/executors/slurm-texts.ts";
import { questionIssue } from "#server/contracts/launch/launch-limits.ts";
import type { DeviceChoice, ParamField as ParamFacts } from "#server/contracts/launch/matrix.ts";
import type { LaunchPlan, RecipeDescription } from "#server/contracts/launch/plan.ts";
import {
  canHaveControl,
  chosenPresets,
  chosenSeeds,
  type Draft,
  presetValues,
  recipeNote,
  slotIds,
  without,
} from "./draft.ts";
import { DeclaredFields } from "./declared-fields.tsx";
import { JoinFields } from "./join-fields.tsx";
import { KeptNote } from "./kept-note.tsx";
import { DeviceField, LimitFields } from "./limit-fields.tsx";
import { SlurmFields } from "./slurm-fields.tsx";
import { InputFields } from "./input-fields.tsx";
import { FactorRow, AaControlField } from "./matrix-editor.tsx";
import { ParamField } from "./param-field.tsx";
import { NO_INTERVAL_BELOW } from "#server/wording/seeds.ts";
import { FoldedFields } from "./folded-fields.tsx";
import { countOf } from "#server/wording/counts.ts";

export interface LaunchDraft extends Draft {
  recipe: string;
  title: string;
  experiment: string;
  missing: boolean;
  like: string;
  primary: string;
  shared: boolean;
  looks: number;
  limit: string;
  retries: string;
  on: "" | "slurm";
  device: "" | DeviceChoice;
  ask: SlurmTexts;
}

interface LaunchFieldsProps {
  recipe: RecipeDescription;
  recipes: RecipeDescription[];
  draft: LaunchDraft;
  setDraft: (change: Partial<LaunchDraft>) => void;
  plan: LaunchPlan | undefined;
  /** The server refused to plan this, and the page says why: nothing more is to come. */
  isRefused: boolean;
  benchmarks: string[];
  titlePlaceholder: string;
}

function errorOf(plan: LaunchPlan | undefined, name: string): string | null {
  return plan?.issues.find((issue) => issue.field === name)?.message ?? null;
}

/** Edited, set by a chosen preset, or objected to. */
function isNeeded(field: ParamFacts, { recipe, draft, plan }: LaunchFieldsProps, presets: string[]): boolean {
  return (
    draft.set[field.name] !== undefined ||
    errorOf(plan, field.name) !== null ||
    presetValues(recipe, presets, field.name).some((value) => value !== String(field.default))
  );
}

/** Whether the field acts under some choice that the form holds: a parameter of one variant is not asked for in another. */
function applies(field: ParamFacts, { recipe, draft }: LaunchFieldsProps, presets: string[]): boolean {
  const { when } = field;
  if (!when || draft.vary[when.name] !== undefined) return true;
  const held = draft.set[when.name];
  const values = held === undefined ? presetValues(recipe, presets, when.name) : [held];
  return values.some((value) => when.in.map(String).includes(value));
}

function PresetChips({ recipe, draft, setDraft }: LaunchFieldsProps) {
  const chosen = chosenPresets(recipe, draft);
  const toggle = (id: string) => {
    if (draft.mode === "one") return setDraft({ presets: [id] });
    const next = chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id];
    return setDraft({ presets: next });
  };
  const first = recipe.presets.find((p) => p.id === chosen[0]);
  return (
    <Field label={draft.mode === "one" ? "Preset" : "Presets"}>
      {() => (
        <div>
          <fieldset className="chips" aria-label="Presets">
            {recipe.presets.map((preset) => (
              <Chip key={preset.id} on={chosen.includes(preset.id)} onPress={() => toggle(preset.id)}>
                {preset.id} {draft.mode === "matrix" && chosen[0] === preset.id ? <Tag>baseline</Tag> : null}
              </Chip>
            ))}
          </fieldset>
          <p className="field-reason">
            {draft.mode === "one"
              ? first?.reason
              : "The first one chosen is the baseline that the others are compared with."}
          </p>
        </div>
      )}
    </Field>
  );
}

/** The left side of the form: recipe, what varies, and every parameter by section. */
export function LaunchFields(props: LaunchFieldsProps) {
  const { recipe, recipes, draft, setDraft, plan, benchmarks, titlePlaceholder } = props;
  const presets = chosenPresets(recipe, draft);
  const isMatrix = draft.mode === "matrix";
  const varied = isMatrix ? recipe.fields.filter((f) => draft.vary[f.name] !== undefined) : [];
  const vary = (name: string) => {
    const current = draft.set[name] ?? presetValues(recipe, presets, name).join(",");
    setDraft({ vary: { ...draft.vary, [name]: current }, set: without(draft.set, name) });
  };
  const one = (field: ParamFacts) => (
    <ParamField
      field={field}
      presetValues={presetValues(recipe, presets, field.name)}
      edited={draft.set[field.name]}
      onEdit={(text) =>
        setDraft({
          set: text === undefined ? without(draft.set, field.name) : { ...draft.set, [field.name]: text },
        })
      }
      onVary={isMatrix ? () => vary(field.name) : undefined}
      error={errorOf(plan, field.name)}
      benchmarks={benchmarks}
    />
  );
  const open = recipe.fields.filter((f) => !varied.includes(f) && applies(f, props, presets));
  const seedsError =
    chosenSeeds(draft) === null
      ? "Seeds are whole numbers such as 0-2 or 0, 3, 7; at most 200."
      : errorOf(plan, "seeds");
  return (
    <>
      <Section title="Recipe" note={recipeNote(recipe)}>
        {recipes.length > 1 ? (
          <SelectField
            label="Recipe"
            value={recipe.slug}
            onChange={(slug) =>
              setDraft({
                recipe: slug,
                presets: [],
                set: {},
                vary: {},
                in: {},
                from: "",
                primary: "",
                like: "",
              })
            }
            options={recipes.map((r) => ({ value: r.slug, label: r.title }))}
          />
        ) : null}
        <div data-param="presets">
          <PresetChips {...props} />
        </div>
        {draft.like ? (
          <KeptNote like={draft.like} recipe={recipe.slug} chosen={slotIds(recipe, draft)} set={draft.set} />
        ) : null}
        {draft.experiment ? (
          <JoinFields
            joins={plan?.joins ?? null}
            isRefused={props.isRefused}
            seeds={draft.seeds}
            missing={draft.missing}
            onChange={(change) => setDraft(change)}
          />
        ) : (
          <div data-param="title">
            <TextField
              label="Question"
              value={draft.title}
              onChange={(title) => setDraft({ title })}
              placeholder={titlePlaceholder}
              why="Becomes the experiment's title; what is planned is saved before the first run."
              error={questionIssue(draft.title)}
              width={560}
            />
          </div>
        )}
        {isMatrix && !draft.experiment ? (
          <DeclaredFields recipe={recipe} draft={draft} onChange={setDraft} />
        ) : null}
      </Section>
      <Section
        title={isMatrix ? "What varies" : "Seed"}
        note={isMatrix ? "presets x levels x seeds" : undefined}
      >
        {varied.map((field) => (
          <div key={field.name} data-param={field.name}>
            <FactorRow
              field={field}
              benchmarks={benchmarks}
              text={draft.vary[field.name]}
              error={errorOf(plan, field.name)}
              onChange={(text) =>
                setDraft({
                  vary:
                    text === null ? without(draft.vary, field.name) : { ...draft.vary, [field.name]: text },
                })
              }
            />
          </div>
        ))}
        <div data-param="seeds">
          <TextField
            label={isMatrix ? "Seeds" : "Seed"}
            name="seed"
            value={draft.seeds}
            onChange={(seeds) => setDraft({ seeds })}
            placeholder={isMatrix ? "0-2" : "0"}
            error={seedsError}
            why={
              isMatrix
                ? `${recipe.seedReason ?? "Drives rollouts and minibatches only."} ${NO_INTERVAL_BELOW}; with 2 a t interval is 9 standard deviations wide.`
                : (recipe.seedReason ??
                  "Drives rollouts and minibatches only; the same seed gives the same curve to the last digit.")
            }
            width={150}
          />
        </div>
        {isMatrix && canHaveControl(recipe) ? (
          <AaControlField
            on={draft.twin === true}
            onChange={(twin) => setDraft({ twin })}
            error={errorOf(plan, "twin")}
          />
        ) : null}
        {isMatrix ? (
          <SelectField
            label="Factor"
            value=""
            onChange={vary}
            options={[
              { value: "", label: "add a factor" },
              ...open.map(({ name, label }) => ({ value: name, label: `${label}, ${name}` })),
            ]}
            width={300}
          />
        ) : null}
        <DeviceField
          device={draft.device}
          devices={plan?.devices ?? null}
          error={errorOf(plan, "device")}
          onChange={(change) => setDraft(change)}
        />
        <LimitFields limit={draft.limit} retries={draft.retries} onChange={(change) => setDraft(change)} />
        <SlurmFields
          on={draft.on}
          texts={draft.ask}
          engines={plan?.engines ?? []}
          onChange={(change) => setDraft(change)}
        />
      </Section>
      <InputFields
        recipe={recipe}
        chosen={slotIds(recipe, draft)}
        onChoose={(slot, id) => setDraft({ in: { ...slotIds(recipe, draft), [slot]: id }, from: "" })}
        errorOf={(slot) => errorOf(plan, slot)}
      />
      <Section title="Parameters" note={`${countOf(recipe.fields.length, "field")}; defaults are collapsed`}>
        {open
          .filter(({ main }) => main)
          .map((field) => (
            <div key={field.name} data-param={field.name}>
              {one(field)}
            </div>
          ))}
        {recipe.groups.map((group) => (
          <FoldedFields
            key={group.id}
            title={group.title}
            countWords={(n) => countOf(n, "default")}
            fields={open
              .filter((field) => field.group === group.id && !field.main)
              .map((field) => ({
                key: field.name,
                label: field.label,
                needed: isNeeded(field, props, presets),
                field: one(field),
              }))}
          />
        ))}
      </Section>
    </>
  );
}
