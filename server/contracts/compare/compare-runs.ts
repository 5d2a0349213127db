import { z } from "zod";
import { countOf } from "../../wording/counts.ts";
import { ASK_LIMITS } from "../ask-limits.ts";
import { SideIds, type ConfigLine } from "./compare.ts";
import { MAX_SIDES } from "./compare-words.ts";
import type { RunState } from "../run-lifecycle.ts";

/** Lines of a configuration or of an environment in one answer; more are counted and not sent. */
export const MAX_LINES = 300;
/** Fewest runs that stand side by side. */
const FEWEST = 2;

/** The first run is what the others are compared with. An evaluation stands for its run. */
export const CompareRunsInput = z.object({
  ids: SideIds.min(FEWEST, `A comparison needs ${countOf(FEWEST, "run")} or up to ${MAX_SIDES}.`),
  /** Only metrics whose name has this text. */
  search: z.string().max(ASK_LIMITS.search).default(""),
  offset: z.number().int().min(0).default(0),
  /** Lines that are equal in all runs as well. */
  equal: z.boolean().default(false),
});
export type CompareRunsInput = z.infer<typeof CompareRunsInput>;

export interface ComparedRun {
  id: string;
  /** Names it on the page; no two runs share one. */
  name: string;
  experimentId: string;
  experiment: string;
  projectId: string;
  recipe: string;
  seed: number;
  state: RunState;
  /** Its final evaluation by problem; null where it has none. */
  evaluationId: string | null;
}

/** The last value of a metric in a run, and its x. */
export interface LastOfRun {
  value: number | null;
  /** In words, where it is not a finite number: "NaN", or the text that a client set. */
  said: string | null;
  x: number | null;
  /** Values that share this x, and the axis it is on, where it is one of several. */
  shared?: { n: number; axis: string };
}

export interface MetricLine {
  metric: string;
  /** One per run; null where it has no value. */
  values: (LastOfRun | null)[];
  /** Run minus the first one; null where a value is missing, not finite, or `apart` forbids it. */
  differences: (number | null)[];
  /** Why a run is not ranked beside the first, with the rule; null where it may be, and for the first. */
  apart: (string | null)[];
}

/** Lines that differ first, those that only name a run after them; at most `MAX_LINES`. */
export interface RunLines {
  lines: ConfigLine[];
  /** Settings that differ. */
  differing: number;
  /** Lines that differ and only name a run, a place or a moment. */
  names: number;
  total: number;
}

export interface RunsComparison {
  runs: ComparedRun[];
  /** Every run has an evaluation by problem: they can be compared problem by problem, too. */
  measured: boolean;
  config: RunLines;
  /** Code, packages and machine, as far as they are on record. */
  environment: RunLines;
  metrics: MetricLine[];
  /** Further names of a metric, by the one that it has here: two clients of one trainer call it differently. */
  otherNames: Record<string, string[]>;
  /** Metrics that fit the search, over all pages, and those of them that every run has. */
  total: number;
  shared: number;
}
