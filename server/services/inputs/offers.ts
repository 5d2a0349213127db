import { selectExperimentTitles } from "#db/queries/experiments.ts";
import {
  countEpisodes,
  countLabels,
  selectFinalEvaluation,
  selectLabelSetOfRun,
  selectProblemSetOfRun,
  selectSourceRuns,
  selectUsableArtifact,
} from "#db/queries/inputs.ts";
import { selectPrmReportsOfRuns } from "#db/queries/labels.ts";
import { selectCheckpoints } from "#db/queries/attempts/attempt-files.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { type ArtifactKind, artifactOf } from "../../../workers/protocol/inputs.ts";
import { type NetworkShape, networkText } from "../../../workers/protocol/network.ts";
import { launchableRecipes } from "../recipes/book.ts";
import { OffersInput, type InputOffer } from "../../contracts/run.ts";
import { rankingWords } from "../../checks/prm-ranking.ts";
import type { ServiceContext } from "../context.ts";
import { writeDecoding } from "../../wording/decoding.ts";
import { countOf } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { writeWhole } from "../../wording/numbers.ts";

const MOST = 200;

type Facts = Pick<InputOffer, "facts" | "unusable">;
const usable = (facts: string): Facts => ({ facts, unusable: null });
const unusable = (why: string): Facts => ({ facts: "", unusable: why });

/** What is said of weights before somebody takes them: their step and shape, and of a reward model how it ranks. */
function weightsWords(ctx: ServiceContext, runId: string, step: number, network: NetworkShape): string {
  const report = selectPrmReportsOfRuns(ctx.db, [runId]).get(runId);
  const ranking = report && rankingWords(report);
  return [ranking, `train step ${writeWhole(step)}`, networkText(network)].filter(Boolean).join(", ");
}

function factsOf(ctx: ServiceContext, run: RunRecord, kind: ArtifactKind): Facts {
  if (run.state !== "finished") return usable("once it has finished");
  if (kind === "evaluation") {
    const evaluation = selectFinalEvaluation(ctx.db, run.id);
    if (!evaluation) return unusable("it has no final evaluation");
    const episodes = countEpisodes(ctx.db, [evaluation.id]).get(evaluation.id) ?? 0;
    if (episodes === 0) return unusable("its evaluation has no stored episodes");
    return usable(
      `${writeDecoding(evaluation.protocol)}, ${countOf(episodes, "episode")} of ${countOf(evaluation.n, "problem")}`,
    );
  }
  if (kind === "labels") {
    const set = selectLabelSetOfRun(ctx.db, run.id);
    return set ? usable(countOf(countLabels(ctx.db, set.id), "labeled step")) : unusable("it left no labels");
  }
  if (kind === "problems") {
    const set = selectProblemSetOfRun(ctx.db, run.id);
    return set ? usable(`${countOf(set.n, "problem")}, "${set.name}"`) : unusable("it left no problem set");
  }
  if (kind === "folder") {
    const last = selectCheckpoints(ctx.db, run.id).at(0);
    return last
      ? usable(`${last.file.path}, ${writeBytes(last.file.bytes)}, on ${last.worker}`)
      : unusable("it left no checkpoint");
  }
  const artifact = selectUsableArtifact(ctx.db, run.id, artifactOf(kind));
  if (!artifact?.network) return unusable("it kept no weights");
  return usable(weightsWords(ctx, run.id, artifact.trainStep, artifact.network));
}

/** The newest runs that make something of this kind, for the list a form picks an input from. */
export function inputOffers(ctx: ServiceContext, rawInput: OffersInput): InputOffer[] {
  const { kind, search } = OffersInput.parse(rawInput);
  const recipes = launchableRecipes(ctx.db)
    .filter((recipe) => recipe.outputs.includes(kind))
    .map((recipe) => recipe.slug);
  const wanted = search.trim().toLowerCase();
  const titles = selectExperimentTitles(ctx.db);
  return selectSourceRuns(ctx.db, recipes, MOST)
    .map((run) => ({ run, experiment: titles.get(run.experimentId) ?? "" }))
    .filter(({ run, experiment }) => `${run.name} ${run.id} ${experiment}`.toLowerCase().includes(wanted))
    .map(({ run, experiment }) => ({
      runId: run.id,
      runName: run.name,
      recipe: run.recipe,
      experiment,
      state: run.state,
      at: run.endedAt ?? run.queuedAt,
      ...factsOf(ctx, run, kind),
    }));
}
