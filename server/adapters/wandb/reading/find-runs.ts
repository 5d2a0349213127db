import { setImmediate } from "node:timers/promises";
import type { KnownRun } from "../../../contracts/external/verbs.ts";
import { objectOf, type Foreign } from "../../../foreign/foreign-values.ts";
import type { Visit } from "../visit.ts";
import { ENTITY } from "../place.ts";
import {
  boundedText,
  compared,
  filterOf,
  metricsIn,
  ordersOf,
  refusedRead,
  type NamedField,
  type ValueOf,
} from "./run-filter.ts";

/** Runs that are looked at before others get their turn, and runs that one question looks at. */
const AT_ONCE = 50;
const MOST_LOOKED_AT = 20_000;

/** A moment as the client reads it. */
export const momentOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 19);

/** What a run has under a name of the client. */
function valueOf(
  run: KnownRun,
  last: Readonly<Record<string, { value: number }>>,
  { place, key }: NamedField,
) {
  const { facts } = run;
  if (place === "config") return Object.hasOwn(facts.config, key) ? facts.config[key] : null;
  if (place === "summary") {
    if (Object.hasOwn(facts.summary, key)) return facts.summary[key];
    return Object.hasOwn(last, key) ? last[key].value : null;
  }
  const own: Readonly<Record<string, ReturnType<ValueOf>>> = {
    state: run.state,
    name: run.key,
    displayName: run.name,
    tags: facts.tags,
    group: facts.group,
    jobType: facts.jobType,
    createdAt: momentOf(run.startedAt ?? run.createdAt),
    heartbeatAt: momentOf(run.endedAt ?? run.startedAt ?? run.createdAt),
    username: ENTITY,
  };
  return own[key] ?? null;
}

function* inBatches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface Found {
  runId: string;
  keys: ReturnType<ValueOf>[];
}

async function search(visit: Visit, experiment: string, filters: Foreign, order: string): Promise<string[]> {
  const { verbs } = visit;
  const [holds, orders] = [filterOf(filters), ordersOf(order)];
  const metrics = metricsIn(filters, orders);
  const found: Found[] = [];
  let looked = 0;
  for (const runs of inBatches(verbs.list(experiment))) {
    looked += runs.length;
    if (looked > MOST_LOOKED_AT)
      refusedRead(
        `a project of more than ${MOST_LOOKED_AT} runs is not searched this way. Use ablab.Api().runs().`,
      );
    const lasts =
      metrics.length > 0
        ? verbs.latestOf(
            runs.map(({ runId }) => runId),
            metrics,
          )
        : null;
    for (const run of runs) {
      const of: ValueOf = (field) => valueOf(run, lasts?.get(run.runId) ?? {}, field);
      if (holds(of)) found.push({ runId: run.runId, keys: orders.map(({ field }) => of(field)) });
    }
    await setImmediate();
  }
  // They come newest first, and so they stay where no order decides; what has no value comes last.
  const isOldFirst = orders.some(({ field, isDown }) => field.key === "createdAt" && !isDown);
  const inTurn = isOldFirst ? found.toReversed() : found;
  return inTurn
    .toSorted((a, b) => {
      for (const [i, { isDown }] of orders.entries()) {
        const [x, y] = [a.keys[i], b.keys[i]];
        if (x === null || y === null) {
          if (x !== y) return x === null ? 1 : -1;
          continue;
        }
        const by = compared(x, y) ?? 0;
        if (by !== 0) return isDown ? -by : by;
      }
      return 0;
    })
    .map(({ runId }) => runId);
}

/** The runs of a project that fit, in order: one search for what one question asks twice, as the runs and their number. */
export function runSearch(visit: Visit, experiment: string) {
  const searched = new Map<string, Promise<string[]>>();
  return (sentFilters: unknown, sentOrder: unknown): Promise<string[]> => {
    const text = boundedText(sentFilters, "a filter");
    const order = boundedText(sentOrder, "an order");
    const filters = text.trim() === "" ? {} : objectOf(Buffer.from(text));
    if (filters === null) return refusedRead("the filters are not an object in JSON.");
    const name = JSON.stringify([text, order]);
    const known = searched.get(name) ?? search(visit, experiment, filters, order);
    searched.set(name, known);
    return known;
  };
}
