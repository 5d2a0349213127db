import { NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import { type LatestEvaluation, selectProblemCounts } from "#db/queries/run-table/cells.ts";
import { selectSentGroups } from "#db/queries/run-table/sent-groups.ts";
import { type RunPageRow, selectRunPageByIds } from "#db/queries/runs.ts";
import type {
  GroupEntry,
  RunCells,
  RunTable,
  RunTableInput,
  TableEntry,
  TableRun,
} from "../../contracts/run-table.ts";
import type { ColumnRef } from "../../contracts/run-table-columns.ts";
import { aside } from "../aside.ts";
import { auditOfRuns } from "../audits/lines.ts";
import type { ServiceContext } from "../context.ts";
import { countResumed } from "../runs/find.ts";
import { annotationsByIds } from "../annotations/read.ts";
import { latestEvaluations, runCells } from "./cells.ts";
import { attemptsOf, checksOf } from "./checks.ts";
import { coloursOf } from "./run-colours.ts";
import { emptyColumns } from "./empty.ts";
import { sameInAll } from "./same.ts";
import { groupEntry, groupKey } from "./group-entry.ts";
import { groupCells } from "./groups.ts";
import { orderNotes } from "./notes.ts";
import { columnOf } from "./column-key.ts";
import { remembered, tableOrder, type TableOrder, groupedBy } from "./order.ts";
import { openPlaces, type Place } from "./places.ts";
import { rewardsInWords } from "../comparability/rewards.ts";
import { partHead } from "./ranking.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { pastFindings } from "../runs/findings.ts";
import { statusSourceOf } from "../../contracts/external/status-source.ts";
import { arrivalsOf } from "../external/shown/run-arrival.ts";
import { toldStep } from "../runs/measured/progress.ts";
import { PROGRESS_METRICS, stepBy } from "../runs/measured/progress.ts";
import { whyWords } from "../runs/why-words.ts";

/** Where the progress metrics of attempts ended, by attempt and metric. */
function progressOf(ctx: ServiceContext, attemptIds: string[]): Map<string, Map<string, number>> {
  const ends = new Map<string, Map<string, number>>();
  const lasts = pointStore(ctx.db).lasts(attemptIds, PROGRESS_METRICS, DEFAULT_AXIS);
  for (const { attemptId, metric, lastX } of lasts) {
    if (lastX === null) continue;
    const own = ends.get(attemptId) ?? new Map<string, number>();
    ends.set(attemptId, own.set(metric, lastX));
  }
  return ends;
}

/** Facts of a page of runs, one query per kind of fact. */
function describeTableRuns(
  ctx: ServiceContext,
  page: RunPageRow[],
  evaluations: Map<string, LatestEvaluation>,
  order: TableOrder,
): Map<string, TableRun> {
  const attempts = page.flatMap(({ attempt }) => attempt ?? []);
  const progress = progressOf(
    ctx,
    attempts.map((a) => a.id),
  );
  const why = whyWords(ctx, page);
  const arrivals = arrivalsOf(ctx, page);
  const rewardWords = rewardWordsIn(ctx, order);
  const colourOf = coloursOf(
    ctx,
    order,
    page.map(({ run }) => run.experimentId),
  );
  const kept = annotationsByIds(
    ctx,
    page.map(({ run }) => run.id),
  );
  const audited = auditOfRuns(
    ctx,
    page.map(({ run }) => run.id),
  );
  const sent = selectSentGroups(
    ctx.db,
    page.map(({ run }) => run.id),
  );
  return new Map(
    page.map(({ run, attempt, experiment, workerName }) => [
      run.id,
      {
        id: run.id,
        name: run.name,
        label: run.label,
        seed: run.seed,
        recipe: run.recipe,
        experimentId: run.experimentId,
        experiment,
        reward: rewardWords(run.rewardHash),
        state: run.state,
        why: why.get(run.id) ?? "",
        worker: workerName,
        origin: run.origin,
        statusSource: statusSourceOf(run),
        group: sent.get(run.id)?.group ?? null,
        jobType: sent.get(run.id)?.jobType ?? null,
        kept: kept.get(run.id) ?? NO_ANNOTATIONS,
        attempt: attempt?.n ?? null,
        step:
          stepBy(run, (metric) => (attempt ? progress.get(attempt.id)?.get(metric) : undefined)) ??
          toldStep({ run, attempt }),
        plannedSteps: run.plannedSteps,
        problems: evaluations.get(run.id)?.n ?? null,
        audit: audited.get(run.id) ?? null,
        queuedAt: run.queuedAt,
        startedAt: run.startedAt,
        endedAt: run.endedAt,
        arrival: (attempt && arrivals.get(attempt.id)) ?? null,
        findings: attempt ? null : [],
        colour: colourOf(run),
      },
    ]),
  );
}

/** Until what the rules found is added. */
const NOT_LOOKED_AT: GroupEntry["checks"] = { flagged: 0, worst: null, unread: 0 };

type PlaceOf<Kind extends Place["kind"]> = Extract<Place, { kind: Kind }>;

const ofKind = <Kind extends Place["kind"]>(places: Place[], kind: Kind): PlaceOf<Kind>[] =>
  places.filter((place): place is PlaceOf<Kind> => place.kind === kind);

/** The reward functions of all runs of an order in words, so that a function is called the same wherever one scrolls to. */
const rewardWordsIn = (ctx: ServiceContext, order: TableOrder): ((hash: string) => string) =>
  remembered(order, "reward words", () =>
    rewardsInWords(
      ctx,
      order.runs.map(({ rewardHash }) => rewardHash),
    ),
  );

function runEntries(ctx: ServiceContext, order: TableOrder, places: PlaceOf<"run">[], columns: ColumnRef[]) {
  const rows = places.map(({ index }) => order.runs[index]);
  const ids = rows.map((row) => row.runId);
  const evaluations = latestEvaluations(ctx, ids);
  const runs = describeTableRuns(ctx, selectRunPageByIds(ctx.db, ids), evaluations, order);
  const cells = runCells(ctx, rows, columns, { known: evaluations, shared: true });
  return new Map(
    places.flatMap(({ index, inGroup }, i) => {
      const run = runs.get(rows[i].runId);
      return run
        ? [[index, { kind: "run" as const, key: run.id, inGroup, run, cells: cells[i] }] as const]
        : [];
    }),
  );
}

async function groupEntries(
  ctx: ServiceContext,
  order: TableOrder,
  places: PlaceOf<"group">[],
  by: readonly ColumnRef[],
  columns: ColumnRef[],
): Promise<Map<number, GroupEntry>> {
  const runsOf = places.map(({ group }) => order.runs.slice(group.start, group.start + group.n));
  const problems = selectProblemCounts(
    ctx.db,
    runsOf.flat().map((run) => run.runId),
  );
  const cells = await groupCells(
    ctx,
    order,
    places.map(({ group }) => group),
    columns,
  );
  const colourOf = coloursOf(
    ctx,
    order,
    runsOf.map(([first]) => first.experimentId),
  );
  const isOne = (runs: (typeof runsOf)[number]) =>
    runs.every(({ experimentId, cell }) => experimentId === runs[0].experimentId && cell === runs[0].cell);
  return new Map(
    places.map(({ group, open }, i) => [
      group.start,
      {
        ...groupEntry(by, { value: group.value, open, runs: runsOf[i] }, rewardWordsIn(ctx, order), problems),
        checks: NOT_LOOKED_AT,
        colour: isOne(runsOf[i]) ? colourOf(runsOf[i][0]) : null,
        cells: cells[i],
      },
    ]),
  );
}

/** A table to which what the rules found is added, with the attempts of each line, by its key. */
interface ArrangedTable {
  table: RunTable;
  attempts: Record<string, string[]>;
}

/** A window of the run table without what the rules found of its runs, which only the server knows. */
export async function arrangedTable(ctx: ServiceContext, input: RunTableInput): Promise<ArrangedTable> {
  const order = tableOrder(ctx, input);
  const columns = input.columns.map(columnOf);
  const { length, places } = openPlaces(order, input);
  const runs = runEntries(ctx, order, ofKind(places, "run"), columns);
  const by = groupedBy(input).map(columnOf);
  const groups =
    by.length > 0
      ? await groupEntries(ctx, order, ofKind(places, "group"), by, columns)
      : new Map<number, GroupEntry>();
  const entries = places.flatMap((place): TableEntry[] => {
    if (place.kind === "run") return [runs.get(place.index)].filter((entry) => entry !== undefined);
    if (place.kind === "group") return [groups.get(place.group.start)].filter((entry) => entry !== undefined);
    const { kind, as, n } = place.part;
    const words = partHead(order.ranking, place.part);
    return [{ kind: "part", key: `${kind} ${as}`, ...words, ranked: kind === "ranked", runs: n }];
  });
  const table: RunTable = {
    offset: input.offset,
    columns: input.columns,
    entries,
    length,
    runs: order.runs.length,
    resumed: countResumed(order.runs),
    all: order.all,
    groups: order.groups?.length ?? null,
    counts: order.counts,
    notes: orderNotes(input, order),
    same: sameInAll(ctx, order),
    empty: emptyColumns(ctx, order, columns, entries),
  };
  return {
    table,
    attempts: Object.fromEntries(
      places.flatMap((place): [string, string[]][] => {
        if (place.kind === "part") return [];
        if (place.kind === "run") {
          const { runId, attemptId } = order.runs[place.index];
          return [[runId, attemptId === null ? [] : [attemptId]]];
        }
        const { value, start, n } = place.group;
        return [[groupKey(value), attemptsOf(order.runs.slice(start, start + n))]];
      }),
    ),
  };
}

/** A window of the run table: which lines stand there, the values of the asked columns, and what the rules found so far. */
export async function runTable(
  ctx: ServiceContext,
  input: RunTableInput,
  signal?: AbortSignal,
): Promise<RunTable> {
  const { table, attempts } = await aside(
    ctx,
    { name: "runs.table", work: arrangedTable, reads: PROGRESS_METRICS },
    input,
    signal,
  );
  const shown = table.entries.flatMap(({ kind, key }) => (kind === "run" ? (attempts[key] ?? []) : []));
  const found = pastFindings(ctx, shown);
  return {
    ...table,
    entries: table.entries.map((entry) => {
      if (entry.kind === "group") return { ...entry, checks: checksOf(ctx, attempts[entry.key] ?? []) };
      if (entry.kind === "part" || entry.run.findings !== null) return entry;
      const findings = found.get(attempts[entry.key]?.[0] ?? "") ?? null;
      return { ...entry, run: { ...entry.run, findings } };
    }),
  };
}

/** Values of further columns for the same window, by the key of their line. */
export async function runTableCells(ctx: ServiceContext, input: RunTableInput): Promise<RunCells> {
  const order = tableOrder(ctx, input);
  const columns = input.columns.map(columnOf);
  const { places } = openPlaces(order, input);
  const rows = ofKind(places, "run").map(({ index }) => order.runs[index]);
  const groups = ofKind(places, "group").map(({ group }) => group);
  const ofGroups = await groupCells(ctx, order, groups, columns);
  const ofRuns = runCells(ctx, rows, columns, { shared: true });
  return {
    columns: input.columns,
    cells: Object.fromEntries([
      ...rows.map(({ runId }, i) => [runId, ofRuns[i]] as const),
      ...groups.map(({ value }, i) => [groupKey(value), ofGroups[i]] as const),
    ]),
  };
}
