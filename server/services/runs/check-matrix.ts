import type { GivenInputs, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { paramsSchema } from "../../../workers/protocol/params-schema.ts";
import { SEEDLESS, takesSeed } from "../../../workers/protocol/recipes/takes-seed.ts";
import { MAX_RUNS_PER_LAUNCH, type Matrix } from "../../contracts/launch/launch.ts";
import { expandMatrix, matrixSize, AA_CONTROL, type Variant } from "../../contracts/launch/matrix.ts";
import type { PlanIssue } from "../../contracts/launch/plan.ts";
import { countOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";

function unknownNames(manifest: RecipeManifest, matrix: Matrix): PlanIssue[] {
  const fields = new Set(manifest.fields.map((f) => f.name));
  const named = [...Object.keys(matrix.edits), ...matrix.factors.map((f) => f.name)];
  const issues = [...new Set(named)]
    .filter((name) => !fields.has(name))
    .map((name): PlanIssue => {
      const message =
        name === "seed"
          ? "seed is varied by the seeds of the matrix, not by a parameter."
          : `Recipe ${manifest.slug} has no parameter "${name}". It has: ${[...fields].join(", ")}.`;
      return { field: name, message, variant: null };
    });
  const presets = manifest.presets.map((p) => p.id);
  for (const id of matrix.presets) {
    if (presets.includes(id)) continue;
    issues.push({
      field: "presets",
      message: `Recipe ${manifest.slug} has no preset "${id}". It has: ${presets.join(", ")}.`,
      variant: null,
    });
  }
  if (matrix.twin && !fields.has(AA_CONTROL.name))
    issues.push({
      field: "twin",
      message: `Recipe ${manifest.slug} has no start that an A/A control could move. Leave the control out.`,
      variant: null,
    });
  const repeated = matrix.factors.find((f, i) => matrix.factors.findIndex((g) => g.name === f.name) !== i);
  if (repeated)
    issues.push({
      field: repeated.name,
      message: `${repeated.name} is a factor twice. Put all its levels into one.`,
      variant: null,
    });
  return issues;
}

function checkVariant(manifest: RecipeManifest, variant: Variant, given: GivenInputs): PlanIssue[] {
  const parsed = paramsSchema(manifest.fields).safeParse(variant.params);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      field: issue.path.length > 0 ? String(issue.path[0]) : null,
      message: issue.message,
      variant: variant.label,
    }));
  }
  return manifest
    .lints(parsed.data, given)
    .filter((lint) => lint.level === "block")
    .map((lint) => ({ field: lint.field, message: `${lint.claim} ${lint.detail}`, variant: variant.label }));
}

function twins(variants: Variant[]): PlanIssue[] {
  const seen = new Map<string, string>();
  return variants.flatMap((variant): PlanIssue[] => {
    const identity = JSON.stringify(variant.params);
    const twin = seen.get(identity);
    seen.set(identity, twin ?? variant.label);
    if (twin === undefined) return [];
    return [
      {
        field: "presets",
        message: `"${twin}" and "${variant.label}" are the same configuration. Remove one of them.`,
        variant: variant.label,
      },
    ];
  });
}

/**
 * The variants of a matrix and everything wrong with them, by the recipe's own schema, its blocking lints and the limits
 * of a launch. The form shows all issues; a launch refuses the first.
 */
export function checkMatrix(
  manifest: RecipeManifest,
  matrix: Matrix,
  given: GivenInputs = {},
): { variants: Variant[]; issues: PlanIssue[] } {
  const names = unknownNames(manifest, matrix);
  if (names.length > 0) return { variants: [], issues: names };
  const size = matrixSize(matrix);
  if (size > MAX_RUNS_PER_LAUNCH) {
    const message = `This matrix stands for ${countOf(size, "run")}; one launch holds at most ${writeWhole(MAX_RUNS_PER_LAUNCH)}. Launch it in parts.`;
    return { variants: [], issues: [{ field: "seeds", message, variant: null }] };
  }
  const variants = expandMatrix(manifest, matrix);
  const isSeedless = matrix.seeds.length > 1 && manifest.script && !takesSeed(manifest.script);
  return {
    variants,
    issues: [
      ...(isSeedless ? [{ field: "seeds", message: SEEDLESS, variant: null }] : []),
      ...variants.flatMap((v) => checkVariant(manifest, v, given)),
      ...twins(variants),
    ],
  };
}
