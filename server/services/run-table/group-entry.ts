import { statusSourceOf } from "../../contracts/external/status-source.ts";
import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import type { GroupEntry } from "../../contracts/run-table.ts";
import type { ColumnRef } from "../../contracts/run-table-columns.ts";
import { meanOf } from "../../stats/summary.ts";
import { sha256 } from "../hashing.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { countResumed } from "../runs/find.ts";
import { nameSeed } from "../../wording/seeds.ts";

const SHORT = /^[\w.-]{1,16}$/;

/** A group as the address names it: its value where that is short and plain, else a digest of it. */
export function groupKey(value: string | null): string {
  if (value === null) return "~";
  return SHORT.test(value) ? value : `~${sha256(value).slice(0, 10)}`;
}

function only<T>(runs: GroupedRunRow[], read: (run: GroupedRunRow) => T): T | null {
  const first = read(runs[0]);
  return runs.every((run) => read(run) === first) ? first : null;
}

function titleOf(
  column: ColumnRef,
  value: string | null,
  runs: GroupedRunRow[],
  rewardWords: (hash: string) => string,
) {
  if (column.kind === "param") return value === null ? `no ${column.name}` : `${column.name} ${value}`;
  if (column.kind === "metric") return value ?? "";
  switch (column.name) {
    case "experiment":
      return runs[0].experiment;
    case "label":
      return runs[0].label;
    case "seed":
      return value === null ? "no seed on record" : nameSeed(Number(value));
    case "reward":
      return rewardWords(runs[0].rewardHash);
    default:
      return value ?? `no ${column.name.replace("_", " ")}`;
  }
}

/** What a group has in each column by which it was put together. */
const valuesOf = (by: readonly ColumnRef[], value: string | null): (string | null)[] =>
  by.length > 1 && value !== null ? (JSON.parse(value) as (string | null)[]) : [value];

/** The head of a group: what its runs are, have in common and differ in. `cells`, `checks` and `colour` are filled in by the caller. */
export function groupEntry(
  by: readonly ColumnRef[],
  group: { value: string | null; open: boolean; runs: GroupedRunRow[] },
  rewardWords: (hash: string) => string,
  problems: ReadonlyMap<string, number>,
): Omit<GroupEntry, "cells" | "checks" | "colour"> {
  const { value, open, runs } = group;
  const values = valuesOf(by, value);
  const experiment = by.findIndex((column) => column.kind === "built-in" && column.name === "experiment");
  const states: Partial<Record<RunState, number>> = {};
  for (const { state } of runs) states[state] = (states[state] ?? 0) + 1;
  const times = runs.flatMap((r) =>
    r.startedAt !== null && r.endedAt !== null ? [r.endedAt - r.startedAt] : [],
  );
  const reward = only(runs, (r) => r.rewardHash);
  const counts = runs.flatMap((r) => problems.get(r.runId) ?? []);
  const ms = meanOf(times);
  return {
    kind: "group",
    key: groupKey(value),
    title: by.map((column, i) => titleOf(column, values[i] ?? null, runs, rewardWords)).join(", "),
    experimentId: values[experiment] ?? null,
    open,
    runs: runs.length,
    resumed: countResumed(runs),
    seeds: [...new Set(runs.map((r) => r.seed).filter(isSaidSeed))].sort((a, b) => a - b),
    withoutSeed: runs.filter((r) => !isSaidSeed(r.seed)).length,
    configurations: new Set(runs.map((r) => r.cell)).size,
    states,
    shared: {
      label: only(runs, (r) => r.label),
      recipe: only(runs, (r) => r.recipe),
      experiment: only(runs, (r) => r.experiment),
      reward: reward === null ? null : rewardWords(reward),
      worker: only(runs, (r) => r.worker),
      origin: only(runs, (r) => r.origin),
      statusSource: only(runs, statusSourceOf),
      group: only(runs, (r) => r.clientGroup),
      job_type: only(runs, (r) => r.jobType),
    },
    problems:
      counts.length === 0
        ? null
        : { n: counts.every((n) => n === counts[0]) ? counts[0] : null, runs: counts.length },
    meanTime: ms === null ? null : { ms, n: times.length },
    latestLaunch: runs.reduce((latest, r) => Math.max(latest, r.queuedAt), 0),
  };
}
