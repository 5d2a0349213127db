import type { KnownRun, OutsidePoint, OutsideVerbs } from "../../contracts/outside/verbs.ts";
import { textOf, wholeOf, type Foreign } from "../foreign-values.ts";
import { jsonAnswer, type WireAnswer } from "../wire.ts";
import { experimentOf, nameOfId } from "./experiments.ts";
import { inOrder, readFilter, readOrders, type Found, type SearchKey } from "./filter.ts";
import { inputsBack } from "./inputs.ts";
import { paramOf, tagsBack, textOfParam } from "./read-batch.ts";
import { infoOf, readRun } from "./read-run.ts";
import { refuse } from "./refuse.ts";

/** Entries of a page, each with all it logged last; the client asks for the next page. */
const MOST_FOUND = 200;
/** Experiments that are searched at once. */
const MOST_EXPERIMENTS = 200;

/** Where a page begins and how many it has. One of none would be asked for again without end. */
export const pageStart = ({ page_token }: Foreign): number => Math.max(0, wholeOf(page_token) ?? 0);
export const pageSize = ({ max_results }: Foreign, most: number): number =>
  Math.min(Math.max(1, wholeOf(max_results) ?? most), most);

function pageOf<T>(given: Foreign, found: readonly T[]): { part: readonly T[]; next: object } {
  const from = pageStart(given);
  const to = from + pageSize(given, MOST_FOUND);
  return { part: found.slice(from, to), next: to < found.length ? { next_page_token: String(to) } : {} };
}

/** A literal as a parameter is kept: 1.0 is 1. */
const asKept = (place: SearchKey["place"], literal: string | number): string | number =>
  place === "params" && typeof literal === "string" ? textOfParam(paramOf(literal)) : literal;

/** What a filter and an order find; null where they cannot be read. `valueOf` answers what one has under a key. */
function search<T>(
  given: Foreign,
  all: readonly T[],
  valueOf: (one: T, key: SearchKey) => Found,
): T[] | null {
  const conditions = readFilter(textOf(given.filter) ?? "", asKept);
  const orders = readOrders(Array.isArray(given.order_by) ? given.order_by.map(String) : []);
  if (conditions === null || orders === null) return null;
  const found = all.filter((one) => conditions.every((key) => key.holds(valueOf(one, key))));
  if (orders.length === 0) return found;
  const keyed = found.map((one) => ({ one, keys: orders.map((key) => valueOf(one, key)) }));
  keyed.sort((a, b) => {
    for (const [i, { descending }] of orders.entries()) {
      const sign = inOrder(a.keys[i], b.keys[i], descending);
      if (sign !== 0) return sign;
    }
    return 0;
  });
  return keyed.map(({ one }) => one);
}

const unread = refuse(
  400,
  "INVALID_PARAMETER_VALUE",
  "Ablab reads filters as MLflow has them: attributes, metrics, params, tags and datasets by =, !=, <, <=, >, >=, LIKE, ILIKE, IN and IS NULL, joined by AND; and orders of such a key with ASC or DESC. This one it cannot read.",
);

/** What runs have under a key, each run's metrics read once and only where they are asked for. */
function runValues(verbs: OutsideVerbs): (run: KnownRun, key: SearchKey) => Found {
  const lasts = new Map<string, Readonly<Record<string, OutsidePoint>>>();
  const lastOf = (runId: string) => {
    const known = lasts.get(runId) ?? verbs.latest(runId);
    lasts.set(runId, known);
    return known;
  };
  return (run, { place, key }) => {
    if (place === "metrics") {
      const last = lastOf(run.runId);
      return Object.hasOwn(last, key) ? last[key].value : null;
    }
    if (place === "params")
      return Object.hasOwn(run.facts.config, key) ? textOfParam(run.facts.config[key]) : null;
    if (place === "tags") return tagsBack(run.facts).find((tag) => tag.key === key)?.value ?? null;
    if (place === "datasets") {
      const [first] = inputsBack(run.facts).dataset_inputs ?? [];
      if (first === undefined) return null;
      return key === "context"
        ? (first.tags[0]?.value ?? null)
        : first.dataset[key === "digest" ? key : "name"];
    }
    const value = (infoOf(run) as Readonly<Record<string, unknown>>)[key];
    return typeof value === "string" || typeof value === "number" ? value : null;
  };
}

/** Runs of experiments, newest first where no order is asked for. */
export function searchRuns(given: Foreign, verbs: OutsideVerbs): WireAnswer {
  const ids = Array.isArray(given.experiment_ids) ? given.experiment_ids.map(String) : [];
  const all = [...new Set(ids)]
    .slice(0, MOST_EXPERIMENTS)
    .flatMap((id) => verbs.list(nameOfId(id)))
    .reverse();
  const found = search(given, all, runValues(verbs));
  if (found === null) return unread;
  const { part, next } = pageOf(given, found);
  return jsonAnswer({ runs: part.map(({ runId }) => readRun(verbs, runId)), ...next });
}

/** Experiments that have runs, and Default, which is always there; newest first. */
export function searchExperiments(given: Foreign, verbs: OutsideVerbs): WireAnswer {
  const names = [...new Set([...verbs.places(), "Default"])];
  const found = search(given, names.map(experimentOf), (experiment, { place, key }) => {
    const value = place === "attributes" && (experiment as Readonly<Record<string, unknown>>)[key];
    return typeof value === "string" ? value : null;
  });
  if (found === null) return unread;
  const { part, next } = pageOf(given, found);
  return jsonAnswer({ experiments: part, ...next });
}
