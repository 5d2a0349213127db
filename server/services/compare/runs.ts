import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectEvaluation, selectFinalEvaluation } from "#db/queries/inputs.ts";
import { selectExternalRun } from "#db/queries/external.ts";
import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import { selectCurveRuns } from "#db/queries/views.ts";
import type { ConfigLine } from "../../contracts/compare/compare.ts";
import {
  MAX_LINES,
  type CompareRunsInput,
  type MetricLine,
  type RunLines,
  type RunsComparison,
} from "../../contracts/compare/compare-runs.ts";
import { METRICS_AT_ONCE } from "../../contracts/compare/compare-words.ts";
import { ID_PREFIXES, shortId } from "../../contracts/ids.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import { ServiceError } from "../../errors.ts";
import { apartWords } from "../../checks/judge.ts";
import { whyNotRanked } from "../../checks/standings.ts";
import type { ServiceContext } from "../context.ts";
import { standingsOf } from "../comparability/standings.ts";
import { surroundingsFacts } from "../recipes/run-code.ts";
import { configLines } from "./config-lines.ts";
import { lastValues } from "./last-values.ts";
import { sentCode } from "./sent-code.ts";

function requireRuns(ctx: ServiceContext, ids: readonly string[]): RunRecord[] {
  const found = ids.map((id) => {
    const runId = id.startsWith(`${ID_PREFIXES.run}_`) ? id : selectEvaluation(ctx.db, id)?.runId;
    const run = runId === undefined ? undefined : selectRun(ctx.db, runId);
    if (run) return run;
    throw new ServiceError(
      "not_found",
      `There is no run or evaluation ${id}. It was deleted, or belongs to another data directory.`,
    );
  });
  const runs = [...new Map(found.map((run) => [run.id, run])).values()];
  if (runs.length < 2)
    throw new ServiceError("invalid", `These are all of run ${runs[0].name}. Choose a second run.`);
  return runs;
}

/** What the client of a run sent beside its metrics; empty for a run of ours. */
type SentOfRun = { id: string } & Pick<ExternalFacts, "environment" | "summary">;

/** Lines that differ, all where asked, bounded. What only names a run, a place or a moment comes after them and is not counted. */
function bounded(all: readonly ConfigLine[], equal: boolean): RunLines {
  const settings = all.filter(({ names }) => names !== true);
  const differing = settings.filter(({ differs }) => differs);
  const names = all.filter((line) => line.names === true && line.differs);
  const alike = all.filter(({ differs }) => !differs);
  const lines = [...differing, ...names, ...(equal ? alike : [])];
  return {
    lines: lines.slice(0, MAX_LINES),
    differing: differing.length,
    names: names.length,
    total: all.length,
  };
}

/** What is another for every run, whoever started it: no difference that anybody looks for. */
const OF_ONE_RUN = /^(writerId|startedAt|created|heartbeatAt)$|^disk\..*\.used$/;

/** What is on record of the code and the machine of each run: its client's words, or what its worker noted. */
function environmentLines(ctx: ServiceContext, runs: readonly SentOfRun[]): ConfigLine[] {
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      runs.map(({ id }) => id),
    ).map((attempt) => [attempt.runId, attempt]),
  );
  const facts = runs.map(({ id, environment }) => {
    const surroundings = attempts.get(id)?.surroundings ?? null;
    return new Map<string, string | null>([
      ...Object.entries(environment),
      ...(surroundings ? surroundingsFacts(surroundings) : sentCode(ctx, id)),
    ]);
  });
  const names = [...new Set(facts.flatMap((of) => [...of.keys()]))];
  return names
    .filter((name) => !OF_ONE_RUN.test(name))
    .map((name): ConfigLine => {
      const values = facts.map((of) => of.get(name) ?? null);
      // A client that says nothing of its machine is on no other one.
      const known = new Set(values.filter((value) => value !== null));
      return { name, label: name, values, differs: known.size > 1 };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

/** Any runs side by side: configuration, environment, and what each sent last. Values of different quantities are not ranked. */
export function compareRuns(ctx: ServiceContext, input: CompareRunsInput): RunsComparison {
  const runs = requireRuns(ctx, input.ids);
  const rows = new Map(
    selectCurveRuns(
      ctx.db,
      runs.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  );
  const known = standingsOf(ctx, runs);
  const standing = runs.map(({ id }) => known.standings[known.standingOf(id)]);
  const sent = runs.map(({ id }): SentOfRun => {
    const { environment = {}, summary = {} } = selectExternalRun(ctx.db, id)?.told ?? {};
    return { id, environment, summary };
  });
  const lasts = lastValues(ctx, sent);
  const wanted = input.search.trim().toLowerCase();
  const names = lasts.names.filter((name) =>
    [name, ...(lasts.otherNames.get(name) ?? [])].some((one) => one.toLowerCase().includes(wanted)),
  );
  const shown = lasts.of(names.slice(input.offset, input.offset + METRICS_AT_ONCE));
  const lineOf = (metric: string, values: MetricLine["values"]): MetricLine => {
    const apart = values.map((value, i) => {
      if (i === 0 || !value || !values[0]) return null;
      const why = whyNotRanked(metric, known, [standing[0], standing[i]]);
      return why && apartWords(why);
    });
    const from = values[0]?.value ?? null;
    return {
      metric,
      values,
      apart,
      differences: values.map((of, i) => {
        const value = of?.value ?? null;
        return i === 0 || apart[i] !== null || from === null || value === null ? null : value - from;
      }),
    };
  };
  const evaluations = runs.map(({ id }) => selectFinalEvaluation(ctx.db, id)?.id ?? null);
  return {
    runs: runs.map((run, i) => ({
      id: run.id,
      name: runs.some((other) => other !== run && other.name === run.name)
        ? `${run.name} ${shortId(run.id)}`
        : run.name,
      experimentId: run.experimentId,
      experiment: rows.get(run.id)?.experiment ?? "",
      projectId: run.projectId,
      recipe: run.recipe,
      seed: run.seed,
      state: run.state,
      evaluationId: evaluations[i],
    })),
    measured: evaluations.every((id) => id !== null),
    config: bounded(
      configLines(
        ctx,
        runs.map((run) => ({ run })),
      ),
      input.equal,
    ),
    environment: bounded(environmentLines(ctx, sent), input.equal),
    metrics: [...shown].map(([metric, values]) => lineOf(metric, values)),
    otherNames: Object.fromEntries(lasts.otherNames),
    total: names.length,
    shared: names.filter((name) => lasts.counts.get(name) === runs.length).length,
  };
}
