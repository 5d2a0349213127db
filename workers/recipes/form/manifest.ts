import type { Lint, ParamField, ParamValue, RecipeManifest, RewardConfig } from "../../protocol/manifest.ts";

/** A field before it has a place in a form. */
export type Field = Omit<ParamField, "group">;

interface FieldDraft {
  because(reason: string): Field;
  /** The same, for a field that few will change: a form folds it away. */
  rarelyBecause(reason: string): Field;
  /** The same, for a field that nearly everybody sets: a form never folds it. */
  mainlyBecause(reason: string): Field;
  /** The field matters only where the field `name` has one of these values. */
  when(name: string, ...values: ParamValue[]): FieldDraft;
}

const field = (facts: object): FieldDraft => ({
  because: (reason) => ({ ...facts, reason }) as unknown as Field,
  rarelyBecause: (reason) => ({ ...facts, reason, rare: true }) as unknown as Field,
  mainlyBecause: (reason) => ({ ...facts, reason, main: true }) as unknown as Field,
  when: (name, ...values) => field({ ...facts, when: { name, in: values } }),
});

const number =
  (kind: "int" | "float") =>
  (name: string, label: string, value: number, [min, max]: readonly [number, number], unit?: string) =>
    field({ name, label, kind, default: value, min, max, ...(unit ? { unit } : {}) });

/** Builders of fields: name, label, default, range, unit; `because` adds the reason and ends the draft. */
export const int = number("int");
export const float = number("float");
export const bool = (name: string, label: string) => field({ name, label, kind: "bool", default: false });
export const problems = (name: string, label: string) =>
  field({ name, label, kind: "problems", default: "generated" });
export const choice = (name: string, label: string, choices: Record<string, string>, value: string) => {
  const list = Object.entries(choices).map(([value, label]) => ({ value, label }));
  return field({ name, label, kind: "choice", default: value, choices: list });
};

/** Range of every seed. */
export const SEEDS = [0, 2147483647] as const;

/** Fields under their group titles as a form takes them. */
export function formOf(titled: Record<string, Field[]>): Pick<RecipeManifest, "groups" | "fields"> {
  const groups = Object.keys(titled).map((title) => ({
    id: title.toLowerCase().replaceAll(" ", "_"),
    title,
  }));
  const fields = groups.flatMap(({ id, title }) =>
    titled[title].map((f) => ({ ...f, group: id }) as ParamField),
  );
  return { groups, fields };
}

/** Every field of a form at its default. */
export const defaultsOf = (fields: readonly ParamField[]) =>
  Object.fromEntries(fields.map((f) => [f.name, f.default]));

/** The reward of a recipe that has none. */
export const NO_REWARD: RewardConfig = {
  formula: "none",
  components: {},
  shaping: {},
  min: 0,
  max: 0,
  noiseFloor: 0,
};

/** A lint that holds under a condition; null where it does not. */
const rule = (level: Lint["level"]) => (id: string, field: string | null, holds: boolean, claim: string) => ({
  because: (detail: string): Lint | null => (holds ? { id, level, field, claim, detail } : null),
});
export const [block, caution, note] = [rule("block"), rule("caution"), rule("note")];

export const held = (lints: readonly (Lint | null)[]): Lint[] => lints.filter((lint) => lint !== null);
