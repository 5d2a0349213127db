import { setImmediate } from "node:timers/promises";
import type { KnownRun, ExternalVerbs } from "../../contracts/external/verbs.ts";
import { textOf, type Foreign } from "../../foreign/foreign-values.ts";
import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";
import { nameOfId } from "./experiments.ts";
import type { Condition, Found, Order, SearchKey } from "./filter.ts";
import { inputsBack } from "./inputs.ts";
import { tagsBack, textOfParam } from "./read-batch.ts";
import { infoOf, readRun } from "./read-run.ts";
import { refuse } from "./refuse.ts";
import { compareKeys, MOST_FOUND, pageSize, pageStart, readSearch, unread } from "./search.ts";

/** Experiments that are searched at once. */
const MOST_EXPERIMENTS = 200;
/** A page ends where its runs are so many characters: each has all it logged last. */
const MOST_TOLD = 4 * 2 ** 20;
/** Runs that are looked at, and told, before others get their turn. */
const AT_ONCE = 50;
const TOLD_AT_ONCE = 20;
/** Runs that one order puts into a row, and characters of what they are ordered by: they are held until all are known. */
const MOST_ORDERED = 100_000;
const MOST_HELD = 8 * 2 ** 20;

/** A run that is looked at, with what it logged last of the metrics that are asked about: its points are not read. */
interface Looked {
  run: KnownRun;
  last: Readonly<Record<string, { value: number }>>;
}

/** What a run has under a key. */
function valueOf({ run, last }: Looked, { place, key }: SearchKey): Found {
  switch (place) {
    case "metrics":
      return Object.hasOwn(last, key) ? last[key].value : null;
    case "params":
      return Object.hasOwn(run.facts.config, key) ? textOfParam(run.facts.config[key]) : null;
    case "tags":
      return tagsBack(run.facts).find((tag) => tag.key === key)?.value ?? null;
    case "datasets": {
      const [first] = inputsBack(run.facts).dataset_inputs ?? [];
      if (first === undefined) return null;
      return key === "context"
        ? (first.tags[0]?.value ?? null)
        : first.dataset[key === "digest" ? key : "name"];
    }
    case "attributes": {
      const value = (infoOf(run) as Readonly<Record<string, unknown>>)[key];
      return typeof value === "string" || typeof value === "number" ? value : null;
    }
  }
}

/** A run of those that are searched, and where it stands among them: the experiment, and the run in it. */
interface Place extends Looked {
  experiment: number;
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Runs of experiments for which conditions hold, the last experiment first and in each the newest, others in between. */
async function* matching(
  verbs: ExternalVerbs,
  names: readonly string[],
  { conditions, orders = [] }: { conditions: readonly Condition[]; orders?: readonly Order[] },
  behind: { experiment: number; order: number | null },
): AsyncGenerator<Place> {
  const asked = [...conditions, ...orders].filter(({ place }) => place === "metrics");
  const metrics = [...new Set(asked.map(({ key }) => key))];
  const [ofPoints, ofRun] = [true, false].map((is) =>
    conditions.filter(({ place }) => (place === "metrics") === is),
  );
  for (let experiment = behind.experiment; experiment >= 0; experiment--) {
    const before = experiment === behind.experiment ? behind.order : null;
    for (const runs of inBatches(verbs.list(names[experiment], before), AT_ONCE)) {
      const near = runs.filter((run) => ofRun.every((key) => key.holds(valueOf({ run, last: {} }, key))));
      const ids = near.map(({ runId }) => runId);
      const lasts = metrics.length > 0 && ids.length > 0 ? verbs.latestOf(ids, metrics) : null;
      for (const run of near) {
        const looked = { run, last: lasts?.get(run.runId) ?? {} };
        if (ofPoints.every((key) => key.holds(valueOf(looked, key)))) yield { experiment, ...looked };
      }
      await setImmediate();
    }
  }
}

/** Runs as they are told, as many as fit into a page. */
async function toldRuns(verbs: ExternalVerbs, runIds: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  let size = 0;
  for (const runId of runIds) {
    told.push(JSON.stringify(readRun(verbs, runId)));
    size += told[told.length - 1].length;
    if (size > MOST_TOLD) break;
    if (told.length % TOLD_AT_ONCE === 0) await setImmediate();
  }
  return told;
}

function page(told: readonly string[], next: string | null): AdapterAnswer {
  const token = next === null ? "" : `,"next_page_token":${JSON.stringify(next)}`;
  return { ...jsonAnswer({}), body: `{"runs":[${told.join(",")}]${token}}` };
}

/** A page of runs as they were made: the token of the next says behind which run it begins. */
async function newestRuns(
  given: Foreign,
  verbs: ExternalVerbs,
  names: readonly string[],
  conditions: readonly Condition[],
): Promise<AdapterAnswer> {
  const [, experiment, order] = /^(\d{1,9})\.(\d{1,15})$/.exec(textOf(given.page_token) ?? "") ?? [];
  const behind =
    order === undefined
      ? { experiment: names.length - 1, order: null }
      : { experiment: Math.min(Number(experiment), names.length - 1), order: Number(order) };
  const most = pageSize(given, MOST_FOUND);
  const found: { runId: string; token: string }[] = [];
  for await (const place of matching(verbs, names, { conditions }, behind)) {
    found.push({ runId: place.run.runId, token: `${place.experiment}.${place.run.order}` });
    if (found.length > most) break;
  }
  const told = await toldRuns(
    verbs,
    found.slice(0, most).map(({ runId }) => runId),
  );
  return page(told, told.length < found.length ? found[told.length - 1].token : null);
}

interface Keyed {
  runId: string;
  keys: Found[];
}

/** The first of several lists that are in order, each, one after the other; of equal ones that of the earlier list first. */
function* merged(lists: readonly Keyed[][], orders: readonly Order[]): Generator<Keyed> {
  const heads = lists.map(() => 0);
  for (;;) {
    let first = -1;
    for (const [i, list] of lists.entries())
      if (
        heads[i] < list.length &&
        (first === -1 || compareKeys(list[heads[i]].keys, lists[first][heads[first]].keys, orders) < 0)
      )
        first = i;
    if (first === -1) return;
    yield lists[first][heads[first]++];
  }
}

const SORTED_AT_ONCE = 2000;

/** A page of runs in the order that is asked for: of each run no more is held than what it is ordered by. */
async function orderedRuns(
  given: Foreign,
  verbs: ExternalVerbs,
  names: readonly string[],
  { conditions, orders }: { conditions: readonly Condition[]; orders: readonly Order[] },
): Promise<AdapterAnswer> {
  const lists: Keyed[][] = [[]];
  let [count, held] = [0, 0];
  const inOrder = (a: Keyed, b: Keyed) => compareKeys(a.keys, b.keys, orders);
  const all = matching(verbs, names, { conditions, orders }, { experiment: names.length - 1, order: null });
  for await (const looked of all) {
    const { run } = looked;
    const keys = orders.map((key) => valueOf(looked, key));
    for (const key of keys) held += typeof key === "string" ? key.length : 8;
    if (++count > MOST_ORDERED || held > MOST_HELD)
      return refuse(
        400,
        "INVALID_PARAMETER_VALUE",
        "Too many runs to sort in one answer. Add a filter, or leave out the order: runs then come newest first.",
      );
    const list = lists[lists.length - 1];
    list.push({ runId: run.runId, keys });
    if (list.length === SORTED_AT_ONCE) {
      list.sort(inOrder);
      lists.push([]);
    }
  }
  lists[lists.length - 1].sort(inOrder);
  const from = pageStart(given);
  const to = from + pageSize(given, MOST_FOUND);
  const part: string[] = [];
  let at = 0;
  for (const { runId } of merged(lists, orders)) {
    if (at >= from) part.push(runId);
    if (++at >= to) break;
    if (at % SORTED_AT_ONCE === 0) await setImmediate();
  }
  const told = await toldRuns(verbs, part);
  return page(told, from + told.length < count ? String(from + told.length) : null);
}

/** Runs of experiments, newest first where no order is asked for; page by page, others get their turn in between. */
export async function searchRuns(given: Foreign, verbs: ExternalVerbs): Promise<AdapterAnswer> {
  const asked = readSearch(given);
  if (asked === null) return unread;
  const ids = Array.isArray(given.experiment_ids) ? given.experiment_ids.map(String) : [];
  const names = [...new Set(ids)].slice(0, MOST_EXPERIMENTS).map(nameOfId);
  return asked.orders.length === 0
    ? newestRuns(given, verbs, names, asked.conditions)
    : orderedRuns(given, verbs, names, asked);
}
