import { z } from "zod";
import { countOf } from "../../wording/counts.ts";
import type { CellPlace } from "../cell-place.ts";
import { idSchema } from "../ids.ts";
import type { Standings } from "../on-record.ts";
import type { RunState } from "../run-lifecycle.ts";
import { RunTableView, type TableRun } from "../run-table.ts";

/** Runs whose curves stand in one chart; more are read page by page. */
export const MOST_CURVES = 200;
/** Configurations that are put together in one chart. */
export const MOST_GROUPS = 64;
const MOST_NAMED = 2000;

/** Named runs, or all runs of a view of the run table. */
export const CurveRunsInput = RunTableView.pick({
  project: true,
  experimentId: true,
  state: true,
  search: true,
  where: true,
}).extend({
  runs: z
    .array(idSchema("run"))
    .max(
      MOST_NAMED,
      `An address names at most ${countOf(MOST_NAMED, "run")}. Filter the table and open the curves of the filter.`,
    )
    .default([]),
  limit: z.number().int().min(1).max(MOST_CURVES).default(100),
  offset: z.number().int().min(0).default(0),
});
export type CurveRunsInput = z.infer<typeof CurveRunsInput>;

export interface CurveRun {
  id: string;
  name: string;
  seed: number;
  /** Key of its configuration among `variants`. */
  variant: string;
  state: RunState;
  /** It has an attempt: a worker took it. */
  begun: boolean;
  queuedAt: number;
  /** Index among `standings`. */
  standing: number;
}

/** A configuration of an experiment. */
export interface CurveVariant {
  key: string;
  label: string;
  experimentId: string;
  experiment: string;
  /** What its experiment compares with; false everywhere where runs of several experiments stand together. */
  baseline: boolean;
  place: CellPlace;
  /** That of the page of its own experiment. */
  colour: TableRun["colour"];
}

/** Runs of one configuration that are put together, one per seed: of all that fit, whatever is shown. */
export interface CurveGroup {
  variant: string;
  runIds: string[];
  /** Different seeds that they say, and how many of them have an attempt. */
  saidSeeds: number;
  begun: number;
  /** Runs of a seed that another run counts for. */
  leftOut: number;
}

/** `standings` are of `runs` and of those in `groups`. */
export interface CurveRuns extends Standings {
  /** Newest launch first, `offset` to `offset + limit` of `total`. */
  runs: CurveRun[];
  total: number;
  /** Ids that were named and are not in this data directory. */
  missing: string[];
  /** As on the page of their experiment, or by first launch. */
  variants: CurveVariant[];
  /** At most `MOST_GROUPS`, in the order of `variants`. */
  groups: CurveGroup[];
  groupsTotal: number;
  /** One of `runs` has several attempts, of which later ones may hide a part of earlier ones. */
  resumed: boolean;
  /** Names of what these runs have sent. */
  metrics: string[];
}
