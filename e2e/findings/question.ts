import { createHash } from "node:crypto";
import type { PipelineStage } from "../../server/contracts/launch/launch.ts";
import type { DiagnosisChoice } from "../../packs/repair/diagnosis.ts";
import type { Params } from "../../workers/protocol/manifest.ts";

type Metric = string;
/** Name of a configuration in the table of an experiment. */
type Cell = string;
export type Direction = "higher" | "lower";

/** What somebody would expect, as something that stored runs can contradict. `says` is the claim in words. */
export type Expectation = { says: string } & (
  | {
      /** Against the baseline of the table, over seeds. */
      kind: "difference";
      cell: Cell;
      metric: Metric;
      /** "either": that it differs at all. */
      direction: Direction | "either";
    }
  | {
      /**
       * Mean over seeds against a number, or, for a metric of evaluations, against what another configuration has, where the
       * bench calls it the same quantity: seed by seed where each seed of both begins with one policy, else mean against mean.
       */
      kind: "level";
      cell: Cell;
      metric: Metric;
      direction: Direction;
      than: number | { cell: Cell };
    }
  | {
      /** The table must not rank these two. */
      kind: "refused";
      cell: Cell;
      metric: Metric;
    }
  | {
      /** Configurations in pairs that share a start of their own, "greedy-0" and "sampled-0": second less first, over the starts. */
      kind: "starts";
      first: Cell;
      second: Cell;
      metric: Metric;
      direction: Direction;
    }
  | {
      /** Against the baseline of the table, when both have drawn equally many episodes. */
      kind: "per_episode";
      cell: Cell;
      metric: Metric;
      direction: Direction;
    }
);

export interface Question {
  id: string;
  title: string;
  asks: string;
  /** What was printed about it, and where. */
  reported?: string;
  /** `all`: trained once per seed of the launch; else once. */
  stages: (Omit<PipelineStage, "matrix"> & {
    all: boolean;
    presets: string[];
    edits: Params;
    factors?: PipelineStage["matrix"]["factors"];
  })[];
  baseline: string;
  primary?: Metric;
  /** Which accuracy of diagnosis stands under DA; absent: the one that every training measures. */
  da?: DiagnosisChoice;
  /** Columns beside those of the recipe. */
  also: Metric[];
  /** Stages that are only there to be taken from, whose rows the document leaves out. */
  hides?: string[];
  /** Columns that the document prints. */
  shows: Metric[];
  expects: Expectation[];
}

/** Whether the runs of a seed take something from one run of that seed, as a policy, in both of two configurations. */
export function shareStarts({ stages }: Question, one: Cell, other: Cell): boolean {
  const takenBy = (cell: Cell) =>
    Object.values(stages.find(({ key }) => key === cell)?.inputs ?? {}).flatMap((from) =>
      "stage" in from ? [from.stage] : [],
    );
  const perSeed = new Set(stages.flatMap(({ key, all }) => (all ? [key] : [])));
  const theirs = takenBy(other);
  return takenBy(one).some((stage) => perSeed.has(stage) && theirs.includes(stage));
}

/** The stages as a launch takes them. */
export const stagesOf = (question: Question, seeds: readonly number[], smaller: Params): PipelineStage[] =>
  question.stages.map(({ all, presets, edits, factors = [], key, recipe, inputs }) => ({
    key,
    recipe,
    inputs,
    matrix: {
      presets,
      edits: { ...smaller, ...edits },
      factors,
      seeds: all ? [...seeds] : seeds.slice(0, 1),
    },
  }));

/** The same question with the same seeds is the same launch, so that stored runs are found again and not made twice. */
export function launchKeyOf(of: object): string {
  const hex = createHash("sha256").update(JSON.stringify(of)).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
