import {
  presetParams,
  type ParamField,
  type Params,
  type RecipeManifest,
} from "../../../workers/protocol/manifest.ts";
import { withoutSecrets } from "../../../workers/protocol/recipes/secret-fields.ts";
import { AA_CONTROL } from "../../../workers/protocol/aa-control.ts";
import type { Matrix } from "./launch.ts";

export { DEVICE_CHOICES, type DeviceChoice, gpuRange } from "../../../workers/protocol/machine/gpu-count.ts";
export { readParam } from "../../../workers/protocol/manifest.ts";
export { isSecretField, variableOf } from "../../../workers/protocol/recipes/secret-fields.ts";
export { LARGEST_CONTROL_SHIFT, AA_CONTROL } from "../../../workers/protocol/aa-control.ts";
export type { ParamField, Preset } from "../../../workers/protocol/manifest.ts";

/** One planned configuration of a matrix: everything but the seed. */
export interface Variant {
  label: string;
  params: Params;
  /** The first variant of a matrix is what the others are compared with. */
  baseline: boolean;
}

const levelText = (value: unknown): string => String(value);

/**
 * What a changed preset is called: "no_kl" is a baseline whose KL weight was set to 0. Of presets whose every value the parameters
 * have it is the one that says most, with what is changed of a field that presets are for: "baseline, beta_kl 0.02". What no
 * preset is for, as how long a run is, changes no name.
 */
function presetNow(manifest: RecipeManifest, chosen: string, edits: Params): string[] {
  const params = { ...presetParams(manifest, chosen), ...edits };
  const saysOf = (id: string) => {
    const own = Object.entries(manifest.presets.find((preset) => preset.id === id)?.params ?? {});
    return own.every(([name, value]) => params[name] === value) ? own.length : 0;
  };
  const touched = manifest.presets.filter(({ params: own }) =>
    Object.keys(own).some((name) => Object.hasOwn(edits, name)),
  );
  const best = touched.reduce((most, { id }) => (saysOf(id) > saysOf(most) ? id : most), chosen);
  const usual = presetParams(manifest, best);
  const isLength = (name: string) =>
    manifest.trainSteps(params) !== manifest.trainSteps({ ...params, [name]: usual[name] });
  const changed = Object.entries(edits).filter(
    ([name, value]) =>
      value !== usual[name] && touched.some(({ params: own }) => Object.hasOwn(own, name)) && !isLength(name),
  );
  return [best, ...changed.map(([name, value]) => `${name} ${levelText(value)}`)];
}

/**
 * The variants of a matrix in row order (presets outermost, last factor fastest), labelled by what varies.
 * Throws for a preset the recipe does not have; parameter values are not checked here.
 */
export function expandMatrix(manifest: RecipeManifest, matrix: Matrix): Variant[] {
  let rows: { parts: string[]; params: Params }[] = matrix.presets.map((preset) => ({
    parts:
      matrix.presets.length > 1
        ? [preset]
        : matrix.factors.length === 0
          ? presetNow(manifest, preset, matrix.edits)
          : [],
    params: { ...presetParams(manifest, preset), ...matrix.edits },
  }));
  for (const factor of matrix.factors) {
    rows = rows.flatMap((row) =>
      factor.levels.map((level) => ({
        parts: [...row.parts, `${factor.name} ${levelText(level)}`],
        params: { ...row.params, [factor.name]: level },
      })),
    );
  }
  const [first] = rows;
  if (matrix.twin && first) rows.push(controlOf(first));
  return rows.map((row, i) => ({
    label: row.parts.join(", "),
    params: withoutSecrets(manifest.fields, row.params),
    baseline: i === 0,
  }));
}

/** The baseline once more, from a start that is moved by as good as nothing: what it differs by is chance. */
const controlOf = ({ parts, params }: { parts: string[]; params: Params }) => ({
  parts: [...parts, "twin"],
  params: { ...params, [AA_CONTROL.name]: AA_CONTROL.shift },
});

/** How many runs a matrix stands for. */
export function matrixSize(matrix: Matrix): number {
  const variants = matrix.factors.reduce((n, f) => n * f.levels.length, matrix.presets.length);
  return (variants + (matrix.twin ? 1 : 0)) * new Set(matrix.seeds).size;
}

/** What differs between two parameter sets, in the recipe's field order. */
export function changedParams(fields: ParamField[], from: Params, to: Params) {
  return fields
    .filter((f) => from[f.name] !== to[f.name])
    .map((f) => ({ name: f.name, label: f.label, from: from[f.name] ?? null, to: to[f.name] ?? null }));
}
export type ChangedParam = ReturnType<typeof changedParams>[number];
