import { z } from "zod";
import { ASK_LIMITS } from "../ask-limits.ts";
import { RUN_LIST_STATES } from "../run.ts";

/** A number in an address. */
const num = () => z.coerce.number();
const word = (most: number) => z.string().max(most);
/** `a=1&a=2` in an address. */
const several = (most: number, longest: number) => z.array(word(longest)).max(most).default([]);

const Project = word(80)
  .nullable()
  .default(null)
  .describe("slug of a project; default: that of the key, or all projects");

/** Runs of a page, and metrics and groups that are read at once. */
export const READ_LIMITS = { runs: 200, metrics: 20, samples: 10_000, groups: 100 } as const;

export const ReadRunsInput = z.object({
  project: Project,
  experiment: word(200).nullable().default(null).describe("id or title"),
  state: z.enum(RUN_LIST_STATES).default("all"),
  search: word(ASK_LIMITS.search).default("").describe("part of a name, an id or a tag"),
  where: several(ASK_LIMITS.conditions, ASK_LIMITS.column + ASK_LIMITS.conditionValue).describe(
    'conditions that all hold, as "config.lr < 0.1", "summary.loss.min <= 2", "name has kl"',
  ),
  order: several(ASK_LIMITS.sortKeys, ASK_LIMITS.column).describe(
    'as "summary.reward.last", with "-" in front for the greatest first; default: the newest first',
  ),
  offset: num().int().min(0).default(0),
  limit: num().int().min(1).max(READ_LIMITS.runs).default(50),
});
export type ReadRunsInput = z.infer<typeof ReadRunsInput>;

export const ReadNothing = z.object({});

export const ReadHistoryInput = z.object({
  metric: z
    .array(word(256))
    .min(1, "Name the metrics to read: metric=NAME, several times for several.")
    .max(READ_LIMITS.metrics),
  x: word(ASK_LIMITS.axis)
    .nullable()
    .default(null)
    .describe("axis; default: the one the metric was logged on"),
  samples: num()
    .int()
    .min(1)
    .max(READ_LIMITS.samples)
    .nullable()
    .default(null)
    .describe("at most so many points of each metric, evenly spread; default: all"),
  from: num().nullable().default(null).describe("least x"),
  to: num().nullable().default(null).describe("greatest x"),
});
export type ReadHistoryInput = z.infer<typeof ReadHistoryInput>;

export const ReadPointsInput = ReadHistoryInput.omit({ metric: true, samples: true }).extend({
  metric: word(256).describe("one metric"),
});
export type ReadPointsInput = z.infer<typeof ReadPointsInput>;

export const ReadGroupsInput = z.object({
  phase: z.enum(["train", "eval"]).nullable().default(null),
  step: num().int().nullable().default(null).describe("only this step"),
  cursor: word(400).nullable().default(null).describe("what `next` of the page before said"),
  limit: num().int().min(1).max(READ_LIMITS.groups).default(20),
});
export type ReadGroupsInput = z.infer<typeof ReadGroupsInput>;

export const ReadExperimentsInput = z.object({ project: Project });

export const ReadTableInput = z.object({
  also: several(6, 256).describe("metrics shown as further exploratory columns"),
});
