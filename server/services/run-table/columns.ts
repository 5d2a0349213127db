import { countParams, selectPackValues } from "#db/queries/run-table/cells.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { FoundColumn, RunColumns, RunColumnsInput } from "../../contracts/run-table.ts";
import { PACK_COLUMNS } from "../../../packs/columns.ts";
import { columnId } from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { tableOrder, type TableOrder } from "./order.ts";
import type { Db } from "#db/client.ts";
import { selectSeriesNames, type SeriesName } from "#db/queries/aa-controls.ts";

/** A metric on one axis with the attempts that have it, a bit each by the attempt's place. */
interface KnownMetric {
  metric: string;
  axis: string;
  attempts: Uint32Array;
}

interface Catalog {
  places: Map<string, number>;
  metrics: Map<string, KnownMetric>;
  /** Id of the last series that was read. A series that vanished with its run does no harm: the run is in no view. */
  read: number;
}

interface MetricCount {
  metric: string;
  axis: string;
  runs: number;
}

/** Read at once: about 15 ms, after which other work of the process gets its turn. */
const SLICE = 20_000;

const catalogs = new WeakMap<Db["$client"], Catalog>();

const emptyCatalog = (): Catalog => ({ places: new Map(), metrics: new Map(), read: 0 });

function addBit(known: KnownMetric, place: number): void {
  const word = place >>> 5;
  if (word >= known.attempts.length) {
    const grown = new Uint32Array(Math.max(word + 1, known.attempts.length * 2));
    grown.set(known.attempts);
    known.attempts = grown;
  }
  known.attempts[word] |= 1 << (place & 31);
}

function add(catalog: Catalog, { attemptId, metric, axis }: SeriesName): void {
  let place = catalog.places.get(attemptId);
  if (place === undefined) catalog.places.set(attemptId, (place = catalog.places.size));
  const name = `${axis}\n${metric}`;
  let known = catalog.metrics.get(name);
  if (!known) catalog.metrics.set(name, (known = { metric, axis, attempts: new Uint32Array(8) }));
  addBit(known, place);
}

/** Reads what came to be since the last time; the first time all of it, in slices. */
async function refresh(ctx: ServiceContext): Promise<Catalog> {
  const catalog = catalogs.get(ctx.db.$client) ?? emptyCatalog();
  for (;;) {
    const names = selectSeriesNames(ctx.db, catalog.read, SLICE);
    for (const name of names) add(catalog, name);
    catalog.read = names.at(-1)?.id ?? catalog.read;
    if (names.length < SLICE) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  catalogs.set(ctx.db.$client, catalog);
  return catalog;
}

const reading = new WeakMap<Db["$client"], Promise<Catalog>>();

/** One reader at a time: two would add to the same catalog in turns. */
function currentCatalog(ctx: ServiceContext): Promise<Catalog> {
  const client = ctx.db.$client;
  const before = reading.get(client) ?? Promise.resolve();
  const next = before.then(
    () => refresh(ctx),
    () => refresh(ctx),
  );
  reading.set(client, next);
  return next;
}

function countBits(a: Uint32Array, b: Uint32Array): number {
  let n = 0;
  for (let i = Math.min(a.length, b.length) - 1; i >= 0; i -= 1)
    for (let word = a[i] & b[i]; word !== 0; word &= word - 1) n += 1;
  return n;
}

/** Every metric of these attempts with how many of them have it, most common first. */
async function countMetrics(ctx: ServiceContext, attemptIds: Iterable<string>): Promise<MetricCount[]> {
  const catalog = await currentCatalog(ctx);
  const asked = { attempts: new Uint32Array((catalog.places.size >>> 5) + 1), metric: "", axis: "" };
  for (const id of attemptIds) {
    const place = catalog.places.get(id);
    if (place !== undefined) addBit(asked, place);
  }
  return [...catalog.metrics.values()]
    .map(({ metric, axis, attempts }) => ({ metric, axis, runs: countBits(attempts, asked.attempts) }))
    .filter(({ runs }) => runs > 0)
    .sort((a, b) => b.runs - a.runs || (a.metric < b.metric ? -1 : 1));
}

function metricColumn({ metric, axis, runs }: MetricCount): FoundColumn {
  const { title, unit, better, definition } = metricInfo(metric);
  const id = columnId({ kind: "metric", metric, axis, reducer: "last" }).slice(0, -":last".length);
  return { kind: "metric", id, name: metric, axis, title, unit, better, definition, runs };
}

function paramColumns(ctx: ServiceContext, order: TableOrder): FoundColumn[] {
  const known = order.memo.get("params") as FoundColumn[] | undefined;
  if (known) return known;
  const counts = countParams(
    ctx.db,
    order.runs.map((run) => run.runId),
  );
  const columns = counts
    .map(({ name, runs }): FoundColumn => {
      const facts = {
        axis: null,
        title: name,
        unit: "",
        better: null,
        definition: "a parameter of the launch",
      };
      return { kind: "param", id: columnId({ kind: "param", name }), name, ...facts, runs };
    })
    .sort((a, b) => b.runs - a.runs || (a.name < b.name ? -1 : 1));
  order.memo.set("params", columns);
  return columns;
}

const packColumns = (ctx: ServiceContext, { runs }: TableOrder): FoundColumn[] =>
  PACK_COLUMNS.flatMap(({ id: name, title, sub: unit, explanation: definition }): FoundColumn[] => {
    const having = selectPackValues(
      ctx.db,
      runs.map(({ runId }) => runId),
      name,
    ).size;
    const id = columnId({ kind: "pack", name });
    return having === 0
      ? []
      : [{ kind: "pack", id, name, axis: null, title, unit, better: null, definition, runs: having }];
  });

const fits = ({ name, title }: FoundColumn, find: string): boolean =>
  name.toLowerCase().includes(find) || title.toLowerCase().includes(find);

/** The columns that runs of a filter have, with how many have each. Names only: no value is read. */
export async function runColumns(ctx: ServiceContext, input: RunColumnsInput): Promise<RunColumns> {
  const order = tableOrder(ctx, { ...input, sort: [], group: null, also: [] });
  const metrics = input.kinds.includes("metric")
    ? await countMetrics(
        ctx,
        order.runs.flatMap(({ attemptId }) => attemptId ?? []),
      )
    : [];
  const all = [
    ...metrics.map(metricColumn),
    ...(input.kinds.includes("param") ? paramColumns(ctx, order) : []),
    ...(input.kinds.includes("pack") ? packColumns(ctx, order) : []),
  ];
  const found = all.filter((column) => fits(column, input.find.trim().toLowerCase()));
  return {
    columns: found.slice(0, input.limit),
    found: found.length,
    all: all.length,
    runs: order.runs.length,
  };
}
