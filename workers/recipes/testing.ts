import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TrainerEvent } from "../protocol/events.ts";
import {
  type EvaluationInput,
  InputFile,
  type LabelsInput,
  type NetworkInput,
  type ProblemsInput,
  type RecipeInput,
} from "../protocol/inputs.ts";
import type { Params } from "../protocol/manifest.ts";
import { unpackProblems } from "../protocol/packed-problems.ts";

/** A finished run as a later one sees it: what it said, under which parameters, and what it was given itself. */
export interface FinishedRun {
  recipe: string;
  params: Params;
  events: readonly TrainerEvent[];
  inputs?: Readonly<Record<string, InputFile>>;
}

export const eventsOf = <T extends TrainerEvent["t"]>(events: readonly TrainerEvent[], t: T) =>
  events.filter((event): event is Extract<TrainerEvent, { t: T }> => event.t === t);

/** What a run leaves for the next one, as the server would write it into `<slot>.json`. */
export function inputFrom(run: FinishedRun, kind: RecipeInput["kind"]): InputFile {
  if (kind === "evaluation") return InputFile.parse(evaluationFrom(run));
  if (kind === "labels") return InputFile.parse(labelsFrom(run));
  if (kind === "problems") return InputFile.parse(problemsFrom(run));
  if (kind === "folder") throw new Error(`${run.recipe} is no script; it leaves no folder.`);
  return InputFile.parse(networkFrom(run, kind));
}

/** Writes inputs by slot into a folder for ABLAB_INPUTS. */
export function writeInputs(folder: string, inputs: Readonly<Record<string, unknown>>): void {
  for (const [slot, input] of Object.entries(inputs))
    writeFileSync(join(folder, `${slot}.json`), JSON.stringify(input));
}

const source = ({ recipe }: FinishedRun) => ({ id: `run_${recipe}`, name: `${recipe} run`, recipe });

function networkFrom(run: FinishedRun, kind: NetworkInput["kind"]): NetworkInput {
  const wanted = kind === "prm" ? "prm" : "weights";
  const artifact = eventsOf(run.events, "artifact").find((event) => event.kind === wanted);
  if (!artifact?.network || !artifact.data) throw new Error(`${run.recipe} left no ${wanted} with data.`);
  const { network, data, sha256, step } = artifact;
  return { kind, run: source(run), trainStep: step, sha256, network, data };
}

function evaluationFrom(run: FinishedRun): EvaluationInput {
  const evaluation = eventsOf(run.events, "evaluation").find((event) => event.final);
  const population = eventsOf(run.events, "population").find(
    (event) => event.hash === evaluation?.populationHash,
  );
  if (!evaluation || !population || population.role === "demonstrated")
    throw new Error(`${run.recipe} left no final evaluation.`);
  const { key, protocol, populationHash } = evaluation;
  return {
    kind: "evaluation",
    id: `evl_${key}`,
    run: source(run),
    params: run.params,
    protocol,
    populationHash,
    part: population.role,
    problems: population.problems.map((problem) => problem.hash),
    episodes: eventsOf(run.events, "episodes")
      .filter((event) => event.key === key)
      .flatMap((event) => event.episodes),
  };
}

function problemsFrom(run: FinishedRun): ProblemsInput {
  const [left] = eventsOf(run.events, "problems");
  if (!left) throw new Error(`${run.recipe} left no problems.`);
  return { kind: "problems", run: source(run), ...unpackProblems(left.data) };
}

function labelsFrom(run: FinishedRun): LabelsInput {
  return {
    kind: "labels",
    id: "lab_1",
    run: source(run),
    evaluation: run.inputs?.episodes as EvaluationInput,
    labels: eventsOf(run.events, "labels").flatMap((event) => event.rows),
  };
}
