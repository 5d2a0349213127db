import { z } from "zod";
import type { MetricLine, RunsComparison } from "../../contracts/compare/compare-runs.ts";
import { metricInfo } from "../../contracts/metrics.ts";
import { countOf, plural, writeOf } from "../../wording/counts.ts";
import { quantityText } from "../../wording/quantities.ts";
import { writeSet } from "../../wording/typed.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { plain, textTable } from "../print.ts";

const Lines = z.object({
  /** One value per run; null where it has nothing of that name. */
  lines: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
      differs: z.boolean(),
    }),
  ),
  differing: z.number().int(),
  total: z.number().int(),
});

/** Runs side by side, where one of them has no evaluation by problem. */
export const RunsAnswer = z.object({
  runs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      experimentId: z.string(),
      state: z.string(),
      seed: z.number(),
      evaluationId: z.string().nullable(),
    }),
  ),
  config: Lines,
  environment: Lines,
  metrics: z.array(
    z.object({
      metric: z.string(),
      values: z.array(
        z
          .object({ value: z.number().nullable(), said: z.string().nullable(), x: z.number().nullable() })
          .nullable(),
      ),
      /** To the first run; null for that, and where none may be given. */
      differences: z.array(z.number().nullable()),
      /** Why a run is not ranked beside the first. */
      apart: z.array(z.string().nullable()),
    }),
  ),
  /** Metrics that fit, over all answers, and those of them that every run has. */
  total: z.number().int(),
  shared: z.number().int(),
});

function cells({ metric, values, differences, apart }: MetricLine): string[] {
  const { unit } = metricInfo(metric);
  return values.map((last, i) => {
    if (!last) return NOT_MEASURED;
    const value = last.said ?? quantityText({ value: last.value, unit });
    if (apart[i] !== null) return `${value} (not ranked)`;
    const difference = differences[i];
    return difference === null
      ? value
      : `${value} (${quantityText({ value: difference, unit, difference: true })})`;
  });
}

/** A line per metric with a column per run, then the settings that differ, then why values are not ranked. */
export function formatRuns({ runs, metrics, total, config, environment }: RunsComparison): string {
  const names = runs.map(({ name }) => plain(name));
  const table = textTable(
    [plain("metric"), ...names],
    metrics.map((line) => [line.metric, ...cells(line)].map(plain)),
  );
  const differing = [...config.lines, ...environment.lines].map(({ name, values }) =>
    [name, ...values.map(writeSet)].map(plain),
  );
  const changed = config.differing + environment.differing;
  const why = new Set(metrics.flatMap(({ apart }) => apart.filter((words) => words !== null)));
  return [
    table,
    metrics.length < total ? `${writeOf(metrics.length, total)} metrics. Others: --offset or --metric.` : "",
    ...[...why].map(plain),
    `${countOf(changed, "setting")} ${plural(changed, "differs", "differ")}.`,
    ...(differing.length > 0 ? [textTable([plain("setting"), ...names], differing)] : []),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
