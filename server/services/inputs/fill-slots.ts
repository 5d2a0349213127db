import {
  countEpisodes,
  selectEvaluation,
  selectFinalEvaluation,
  selectLabelSetOfRun,
  selectProblemSetOfRun,
  selectUsableArtifact,
} from "#db/queries/inputs.ts";
import { selectCheckpoints } from "#db/queries/attempts/attempt-files.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import type { Db } from "#db/client.ts";
import { artifactOf, isPolicy, type RecipeInput } from "../../../workers/protocol/inputs.ts";
import type { GivenInputs, Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { bareKind, KIND_WORDS } from "../../wording/artifact-kinds.ts";
import { networkText, type NetworkShape, OBSERVED_FEATURES } from "../../../workers/protocol/network.ts";
import { recipeOf } from "../recipes/book.ts";
import type { SlotSource, SlotSources } from "../../contracts/launch/launch.ts";
import type { PlanIssue } from "../../contracts/launch/plan.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";

/** A slot with what fills it. `identity` is equal exactly where the same thing is given. */
export interface FilledSlot {
  slot: string;
  kind: RecipeInput["kind"];
  fromRunId: string;
  fromName: string;
  evaluationId: string | null;
  identity: string;
  /** Shape of the weights, where they are known already. */
  network: NetworkShape | null;
}

const issue = (field: string, message: string): PlanIssue => ({ field, message, variant: null });

/** Recipes are deterministic in parameters and seed, so these name what a run makes before it has made it. */
export const outputIdentity = (run: Pick<RunRecord, "cell" | "seed">): string => `${run.cell}#${run.seed}`;

/** Why a finished run cannot give this, or null. */
function missingOutput(db: Db, run: RunRecord, kind: RecipeInput["kind"]): string | null {
  if (kind === "evaluation") {
    const evaluation = selectFinalEvaluation(db, run.id);
    if (!evaluation) return `${run.name} has no final evaluation.`;
    return withoutEpisodes(db, evaluation.id, run.name);
  }
  if (kind === "labels") return selectLabelSetOfRun(db, run.id) ? null : `${run.name} left no labels.`;
  if (kind === "problems")
    return selectProblemSetOfRun(db, run.id) ? null : `${run.name} left no problem set.`;
  if (kind === "folder")
    return selectCheckpoints(db, run.id).length > 0 ? null : `${run.name} left no checkpoint on its worker.`;
  const artifact = selectUsableArtifact(db, run.id, artifactOf(kind));
  return artifact ? null : `${run.name} kept no weights that another run could start from.`;
}

function withoutEpisodes(db: Db, evaluationId: string, name: string): string | null {
  return countEpisodes(db, [evaluationId]).has(evaluationId)
    ? null
    : `The evaluation of ${name} has no stored episodes, only outcomes.`;
}

function fillFrom(
  db: Db,
  input: RecipeInput,
  source: SlotSource,
): { filled: FilledSlot } | { issue: PlanIssue } {
  const refuse = (message: string) => ({ issue: issue(input.slot, message) });
  const evaluation = "evaluation" in source ? selectEvaluation(db, source.evaluation) : undefined;
  if ("evaluation" in source) {
    if (input.kind !== "evaluation")
      return refuse(`${input.label} takes ${KIND_WORDS[input.kind]}, not an evaluation.`);
    if (!evaluation) return refuse(`There is no evaluation ${source.evaluation}.`);
  }
  const runId = "run" in source ? source.run : (evaluation?.runId ?? "");
  const run = selectRun(db, runId);
  if (!run) return refuse(`There is no run ${runId}.`);
  if (!recipeOf(db, run)?.outputs.includes(input.kind))
    return refuse(`${run.name} is a run of ${run.recipe}; it makes no ${bareKind(input.kind)}.`);
  const hasEnded = isEnded(run.state);
  if (hasEnded && run.state !== "finished")
    return refuse(`${run.name} ended as ${run.state}, so it left no ${bareKind(input.kind)}.`);
  const missing = evaluation
    ? withoutEpisodes(db, evaluation.id, run.name)
    : hasEnded && missingOutput(db, run, input.kind);
  if (missing) return refuse(missing);
  // The final evaluation is what the run itself stands for, so naming it names nothing else.
  const isOther = evaluation !== undefined && evaluation.id !== selectFinalEvaluation(db, run.id)?.id;
  const artifact =
    isPolicy(input.kind) || input.kind === "prm"
      ? selectUsableArtifact(db, run.id, artifactOf(input.kind))
      : undefined;
  return {
    filled: {
      slot: input.slot,
      kind: input.kind,
      fromRunId: run.id,
      fromName: run.name,
      evaluationId: evaluation?.id ?? null,
      identity: isOther ? `${outputIdentity(run)}@${evaluation?.key}` : outputIdentity(run),
      network: artifact?.network ?? null,
    },
  };
}

/** The slots of a recipe with what fills them, and everything wrong with that. */
export function fillSlots(
  db: Db,
  manifest: RecipeManifest,
  sources: SlotSources,
  filledElsewhere: readonly string[] = [],
): { filled: FilledSlot[]; issues: PlanIssue[] } {
  const filled: FilledSlot[] = [];
  const issues: PlanIssue[] = [];
  for (const slot of Object.keys(sources)) {
    if (manifest.inputs.some((input) => input.slot === slot)) continue;
    const known = manifest.inputs.map((input) => input.slot).join(", ") || "no inputs";
    issues.push(issue(slot, `Recipe ${manifest.slug} takes nothing as "${slot}". It takes: ${known}.`));
  }
  for (const input of manifest.inputs) {
    const source = sources[input.slot];
    if (source === undefined) {
      if (input.required && !filledElsewhere.includes(input.slot))
        issues.push(issue(input.slot, `${input.label} is missing: choose the run to take it from.`));
      continue;
    }
    const outcome = fillFrom(db, input, source);
    if ("filled" in outcome) filled.push(outcome.filled);
    else issues.push(outcome.issue);
  }
  return { filled, issues };
}

/** Slot -> identity, as a manifest reads it. */
export function givenInputs(filled: readonly FilledSlot[]): GivenInputs {
  return Object.fromEntries(filled.map(({ slot, identity }) => [slot, identity]));
}

/** A policy of another shape than the parameters ask for, in one sentence; null where it fits or is not known yet. */
export function shapeIssue(filled: readonly FilledSlot[], params: Params): PlanIssue | null {
  for (const { kind, network, fromName } of filled) {
    if (!isPolicy(kind) || network === null) continue;
    const { plain, names } = OBSERVED_FEATURES;
    const [own, other] = params.observe_names === true ? [names, plain] : [plain, names];
    if (params.observe_names !== undefined && network.features === other)
      return issue(
        "observe_names",
        `The checkpoint of ${fromName} has another architecture (${networkText(network)}); this asks for ${writeWhole(own)} features. Set observe_names to ${String(other === names)}.`,
      );
    if (params.hidden !== undefined && network.hidden !== params.hidden)
      return issue(
        "hidden",
        `The checkpoint of ${fromName} has another architecture (${networkText(network)}); this asks for ${String(params.hidden)} hidden units. Set hidden to ${network.hidden}.`,
      );
  }
  return null;
}
