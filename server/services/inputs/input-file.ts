import { selectCheckpoints } from "#db/queries/attempts/attempt-files.ts";
import { selectAttempt } from "#db/queries/attempts.ts";
import {
  selectEpisodesWithSteps,
  selectEvaluation,
  selectLabelRows,
  selectLabelSetOfRun,
  selectProblemSetOfRun,
  selectRunInputs,
  selectUsableArtifact,
} from "#db/queries/inputs.ts";
import { selectNamedPopulation, type EvaluationRecord } from "#db/queries/evaluations.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import {
  artifactOf,
  type EvaluationInput,
  type FolderInput,
  type InputFile,
  type LabelsInput,
  type NetworkInput,
  type ProblemsInput,
} from "../../../workers/protocol/inputs.ts";
import { bareKind } from "../../wording/artifact-kinds.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { problemFileOf } from "./problem-file.ts";
import { selectBenchmarkByHash } from "#db/queries/benchmarks.ts";
import { resolveEvaluation } from "./resolve.ts";

const sourceOf = ({ id, name, recipe }: RunRecord) => ({ id, name, recipe });

function networkInput(ctx: ServiceContext, source: RunRecord, kind: NetworkInput["kind"]): NetworkInput {
  const artifact = selectUsableArtifact(ctx.db, source.id, artifactOf(kind));
  if (!artifact?.data || !artifact.network)
    throw new ServiceError(
      "not_found",
      `${source.name} (${source.id}) left no ${bareKind(kind)} to start from.`,
    );
  return {
    kind,
    run: sourceOf(source),
    trainStep: artifact.trainStep,
    sha256: artifact.sha256,
    network: artifact.network,
    data: artifact.data.toString("base64"),
  };
}

/** A run whose problems another run made is told as one on that registered set, so that they can be loaded again. */
function paramsWithProblems(
  { db }: ServiceContext,
  { params, benchmarkHash }: RunRecord,
): RunRecord["params"] {
  if (benchmarkHash === null || params.problems !== "generated") return params;
  const benchmark = selectBenchmarkByHash(db, benchmarkHash);
  return benchmark ? { ...params, problems: benchmark.name } : params;
}

/** An evaluation with its episodes; `problems` is in the order that its attempt named them. */
function evaluationInput(ctx: ServiceContext, evaluation: EvaluationRecord): EvaluationInput {
  const run = selectRun(ctx.db, evaluation.runId);
  const population = selectNamedPopulation(ctx.db, evaluation);
  if (!run || !population || population.role === "demonstrated")
    throw new ServiceError("not_found", `The problems of evaluation ${evaluation.id} are not known.`);
  const index = new Map(population.problemHashes.map((hash, i) => [hash, i]));
  return {
    kind: "evaluation",
    id: evaluation.id,
    run: sourceOf(run),
    params: paramsWithProblems(ctx, run),
    protocol: evaluation.protocol,
    populationHash: evaluation.populationHash,
    part: population.role,
    problems: population.problemHashes,
    episodes: selectEpisodesWithSteps(ctx.db, evaluation.id).map(({ problemHash, steps }) => ({
      i: index.get(problemHash) ?? -1,
      steps,
    })),
  };
}

function labelsInput(ctx: ServiceContext, source: RunRecord): LabelsInput {
  const set = selectLabelSetOfRun(ctx.db, source.id);
  const evaluation = set && selectEvaluation(ctx.db, set.evaluationId);
  if (!set || !evaluation)
    throw new ServiceError("not_found", `${source.name} (${source.id}) left no labels.`);
  const file = evaluationInput(ctx, evaluation);
  const index = new Map(file.problems.map((hash, i) => [hash, i]));
  return {
    kind: "labels",
    id: set.id,
    run: sourceOf(source),
    evaluation: file,
    labels: selectLabelRows(ctx.db, set.id).map(({ problemHash, ...label }) => ({
      i: index.get(problemHash) ?? -1,
      ...label,
    })),
  };
}

function problemsInput(ctx: ServiceContext, source: RunRecord): ProblemsInput {
  const set = selectProblemSetOfRun(ctx.db, source.id);
  if (!set) throw new ServiceError("not_found", `${source.name} (${source.id}) left no problem set.`);
  return { kind: "problems", run: sourceOf(source), ...problemFileOf(ctx, set) };
}

/** By reference: its worker resolves it, so that no byte of a checkpoint passes through here. */
function folderInput(ctx: ServiceContext, source: RunRecord): FolderInput {
  const last = selectCheckpoints(ctx.db, source.id).at(0);
  if (!last)
    throw new ServiceError("not_found", `${source.name} (${source.id}) left no checkpoint on its worker.`);
  const { attemptId, path, trainStep } = last.file;
  return { kind: "folder", run: sourceOf(source), checkpoint: { attemptId, path }, trainStep };
}

/** The file of one input of an attempt's run, as its trainer reads it. Only that attempt may ask. */
export function inputFileForAttempt(ctx: ServiceContext, slot: string): InputFile {
  const attempt = ctx.actor.kind === "attempt" ? selectAttempt(ctx.db, ctx.actor.attemptId) : undefined;
  const found = attempt && selectRunInputs(ctx.db, [attempt.runId]).find((row) => row.input.slot === slot);
  if (!found) throw new ServiceError("not_found", `This run takes nothing as "${slot.slice(0, 40)}".`);
  const { input, source } = found;
  if (!source) throw new ServiceError("not_found", `${input.fromName} (${input.fromRunId}) was deleted.`);
  if (input.kind === "labels") return labelsInput(ctx, source);
  if (input.kind === "folder") return folderInput(ctx, source);
  if (input.kind === "problems") return problemsInput(ctx, source);
  if (input.kind !== "evaluation") return networkInput(ctx, source, input.kind);
  const evaluation = resolveEvaluation(ctx.db, input);
  if (!evaluation)
    throw new ServiceError("not_found", `${source.name} (${source.id}) has no final evaluation.`);
  return evaluationInput(ctx, evaluation);
}
