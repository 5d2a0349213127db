import { projectName } from "../projects/find.ts";
import type { ArtifactKind } from "../../../workers/protocol/inputs.ts";
import {
  selectArtifacts,
  selectAttemptsOfRun,
  selectRunNotes,
  selectStatusEvents,
} from "#db/queries/attempts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { type RunRecord, selectRun, selectRunPageById, selectRunsOfCell } from "#db/queries/runs.ts";
import { defaultParams, type GivenInputs, type RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { launchableRecipes, recipeOf } from "../recipes/book.ts";
import { commandOf } from "../recipes/command-of.ts";
import { goOn } from "../inputs/kept-settings.ts";
import type { AttemptStory } from "../../contracts/attempts/continuing.ts";
import type { Lineage } from "../../contracts/launch/lineage.ts";
import type { RunDetail } from "../../contracts/run.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { attemptStories, continuingOf, leftFiles } from "./story.ts";
import { changedConfig } from "./changed-config.ts";
import { madeEvaluation, wayOf } from "../comparability/ways.ts";
import { externalDetail } from "../external/shown/detail.ts";
import { loggedThings } from "../external/shown/logged.ts";
import { leadShares } from "./lead-share.ts";
import { noWarnings, notLogged } from "./checks/what-it-lacks.ts";
import { startModel } from "./start-model.ts";
import { evaluationCharts, summariseEvaluation } from "./evaluation-summary.ts";
import { describeRuns } from "./list.ts";
import { auditOfRuns } from "../audits/lines.ts";
import { failureView } from "../failures/view.ts";
import { bottleneckOf } from "./measured/bottleneck.ts";
import { plainMetrics } from "./measured/plain-metrics.ts";
import { stagesOfRun } from "./stages.ts";
import { runSentence } from "./run-sentence.ts";
import { proofWords } from "./words.ts";
import {
  selectDependents,
  selectLabelSetOfRun,
  selectProblemSetOfRun,
  selectRunInputs,
} from "#db/queries/inputs.ts";

/** What a recipe leaves that others can take. Evaluations of programs keep no episodes, so that nothing can be made of them. */
const takenOf = ({ outputs = [], metrics = [] }: Partial<RecipeManifest> = {}): ArtifactKind[] =>
  outputs.filter((kind) => kind !== "evaluation" || !metrics.includes("eval/solved"));

/** Recipes that take something of these kinds, in the order of the catalogue. */
const offersOf = (ctx: ServiceContext, run: RunRecord, kinds: readonly ArtifactKind[]): Lineage["offers"] =>
  kinds.flatMap((left) =>
    launchableRecipes(ctx.db).flatMap((recipe) =>
      recipe.inputs
        .filter(({ kind }) => kind === left)
        .map(({ slot, offer }) => ({
          recipe: recipe.slug,
          slot,
          words: offer,
          ...goOn(ctx, run, recipe, slot),
        })),
    ),
  );

function madeSetOf({ db }: ServiceContext, runId: string): Lineage["madeSet"] {
  const made = selectProblemSetOfRun(db, runId);
  return made ? { id: made.id, name: made.name, n: made.n } : null;
}

/** Both directions of a run's lineage, one step each way. */
function lineageOf(ctx: ServiceContext, run: RunRecord): Lineage {
  const manifest = recipeOf(ctx.db, run);
  return {
    inputs: selectRunInputs(ctx.db, [run.id]).map(({ input, source }) => ({
      slot: input.slot,
      label: manifest?.inputs.find((i) => i.slot === input.slot)?.label ?? input.slot,
      kind: input.kind,
      runId: input.fromRunId,
      runName: input.fromName,
      recipe: source?.recipe ?? null,
      state: source?.state ?? null,
      evaluationId: input.evaluationId,
    })),
    outputs: [...(manifest?.outputs ?? [])],
    dependents: selectDependents(ctx.db, run.id).map(({ input, run: other }) => ({
      slot: input.slot,
      kind: input.kind,
      runId: other.id,
      runName: other.name,
      recipe: other.recipe,
      state: other.state,
    })),
    labelSetId: selectLabelSetOfRun(ctx.db, run.id)?.id ?? null,
    madeSet: madeSetOf(ctx, run.id),
    offers: offersOf(ctx, run, takenOf(manifest)),
  };
}

type Reference = Pick<RunRecord, "params" | "recipe"> & { name: string };

/** What the run is read against: the baseline of its experiment, or the recipe's defaults where it is the baseline. */
function reference(ctx: ServiceContext, run: RunRecord): Reference | null {
  const baseline = selectExperiment(ctx.db, run.experimentId)?.baselineCell;
  const twin =
    baseline && baseline !== run.cell
      ? selectRunsOfCell(ctx.db, run.experimentId, baseline, 1).at(0)
      : undefined;
  if (twin)
    return {
      params: twin.params,
      recipe: twin.recipe,
      name: twin.label === "baseline" ? "the baseline" : `the baseline, ${twin.label}`,
    };
  const manifest = recipeOf(ctx.db, run);
  return manifest
    ? { params: defaultParams(manifest), recipe: run.recipe, name: "the recipe's defaults" }
    : null;
}

/** Which slots are filled, for what a recipe switches on or off by them. */
function givenOf({ inputs }: Lineage): GivenInputs {
  return Object.fromEntries(inputs.map(({ slot, runId }) => [slot, runId]));
}

/** Everything the run page shows but its curves and its log. */
export function getRun(ctx: ServiceContext, id: string): RunDetail {
  const run = selectRun(ctx.db, id);
  const page = selectRunPageById(ctx.db, id);
  if (!run || !page)
    throw new ServiceError(
      "not_found",
      `There is no run ${id.slice(0, 80)}. It may belong to another data directory.`,
    );
  const [row] = describeRuns(ctx, [page]);
  const manifest = recipeOf(ctx.db, run);
  const attempts = selectAttemptsOfRun(ctx.db, id);
  const attemptIds = attempts.map((a) => a.attempt.id);
  const latest = attempts.at(-1);
  const store = pointStore(ctx.db);
  const records = attempts.map(({ attempt }) => attempt);
  const stories = attemptStories(ctx, records);
  const against = reference(ctx, run);
  const lineage = lineageOf(ctx, run);
  const external = externalDetail(ctx, id);
  const measured = selectEvaluationTotals(ctx.db, { runIds: [id], finalOnly: false });
  const leads = leadShares(
    ctx.db,
    measured.map((totals) => ({ ...totals, id: totals.evaluation.id })),
  );
  const evaluations = measured.flatMap((totals) => {
    const lead = leads.get(totals.evaluation.id);
    return lead ? summariseEvaluation(totals, wayOf(ctx.db, madeEvaluation(totals)), lead) : [];
  });
  const notes = selectRunNotes(ctx.db, attemptIds).map(({ at, level, message }) => ({
    at,
    level,
    message,
  }));
  return {
    row,
    message: runSentence(run, attempts, { external, why: row.why }),
    project: projectName(ctx, run.projectId),
    recipeTitle: manifest?.title ?? (external ? "From outside" : run.recipe),
    recipeVersion: run.recipeVersion,
    params: run.params,
    changed: against
      ? changedConfig(
          ctx.db,
          { params: against.params, runs: [against] },
          { params: run.params, runs: [run] },
        )
      : [],
    changedFrom: against?.name ?? null,
    rewardConfig: run.rewardConfig,
    rewardHash: run.rewardHash,
    switchedOff: (manifest?.switchedOff(run.params, givenOf(lineage)) ?? {}) as Record<string, string>,
    measuredOn: manifest?.measuresOn?.(run.params) ?? "held_out",
    expected: [...(manifest?.metrics ?? [])],
    metrics: [
      ...new Set(attemptIds.flatMap((attemptId) => store.names(attemptId).map(({ metric }) => metric))),
    ],
    ...plainMetrics(pointStore(ctx.db), attemptIds),
    attempts: attempts.map(({ attempt, worker, host }) => {
      const {
        runId: _run,
        workerId: _worker,
        fence: _fence,
        tokenHash: _token,
        surroundings: _kept,
        ...rest
      } = attempt;
      const whose = external
        ? { worker: external.client, host: rest.device ?? "a host that it did not name" }
        : { worker, host };
      return { ...rest, ...(stories.get(attempt.id) as AttemptStory), ...whose };
    }),
    continuing: continuingOf(ctx, run, stories),
    files: leftFiles(ctx, records),
    events: selectStatusEvents(ctx.db, id).map(({ event, n }) => ({
      id: event.id,
      at: event.at,
      attempt: n,
      from: event.fromState,
      to: event.toState,
      actor: event.actor,
      proof: proofWords(event.evidence),
    })),
    notes,
    noWarnings: noWarnings(row.findings, notes),
    notLogged: latest ? notLogged(ctx, latest.attempt) : null,
    evaluations,
    evaluationCharts: evaluationCharts(evaluations),
    start: startModel(ctx.db, id, evaluations),
    bottleneck: bottleneckOf(ctx, latest?.attempt.id),
    stages: stagesOfRun(ctx.db, records, evaluations, isEnded(run.state) ? row.step : null),
    artifacts: selectArtifacts(ctx.db, attemptIds).map(
      ({ id: artifact, kind, attemptId, data, ...rest }) => ({
        id: artifact,
        kind,
        attempt: records.find((one) => one.id === attemptId)?.n ?? 0,
        trainStep: rest.trainStep,
        sha256: rest.sha256,
        bytes: rest.bytes,
        kept: data !== null,
      }),
    ),
    lineage,
    failures: failureView(ctx.db, id),
    audit: auditOfRuns(ctx, [id]).get(id) ?? null,
    external,
    logged: loggedThings(ctx, id, external !== null),
    command: latest?.attempt.argv ?? (manifest ? commandOf(manifest, run.params, run.seed) : []),
    asOf: ctx.now(),
  };
}
