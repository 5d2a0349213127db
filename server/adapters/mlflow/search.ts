import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import { textOf, wholeOf, type Foreign } from "../../foreign/foreign-values.ts";
import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";
import { experimentOf } from "./experiments.ts";
import {
  inOrder,
  readFilter,
  readOrders,
  type Condition,
  type Found,
  type Order,
  type SearchKey,
} from "./filter.ts";
import { paramOf } from "../../../workers/protocol/loggers/mlflow-param.ts";
import { textOfParam } from "./read-batch.ts";
import { refuse } from "./refuse.ts";

/** Entries of a page, each with all it logged last; the client asks for the next page. */
export const MOST_FOUND = 200;
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

/** What is searched for and in which order; null where it cannot be read. */
export function readSearch(given: Foreign): { conditions: Condition[]; orders: Order[] } | null {
  const conditions = readFilter(textOf(given.filter) ?? "", asKept);
  const orders = readOrders(Array.isArray(given.order_by) ? given.order_by.map(String) : []);
  return conditions === null || orders === null ? null : { conditions, orders };
}

/** Which of two stands first by what they have under each key of an order. */
export function compareKeys(a: readonly Found[], b: readonly Found[], orders: readonly Order[]): number {
  for (const [i, { descending }] of orders.entries()) {
    const sign = inOrder(a[i], b[i], descending);
    if (sign !== 0) return sign;
  }
  return 0;
}

export const unread = refuse(
  400,
  "INVALID_PARAMETER_VALUE",
  "Ablab reads filters as MLflow has them: attributes, metrics, params, tags and datasets by =, !=, <, <=, >, >=, LIKE, ILIKE, IN and IS NULL, joined by AND; and orders of such a key with ASC or DESC. This one it cannot read.",
);

/** Experiments that have runs, and Default, which is always there; newest first. */
export function searchExperiments(given: Foreign, verbs: ExternalVerbs): AdapterAnswer {
  const asked = readSearch(given);
  if (asked === null) return unread;
  const valueOf = (experiment: object, { place, key }: SearchKey): Found => {
    const value = place === "attributes" && (experiment as Readonly<Record<string, unknown>>)[key];
    return typeof value === "string" ? value : null;
  };
  const found = [...new Set([...verbs.places(), "Default"])]
    .map(experimentOf)
    .filter((one) => asked.conditions.every((key) => key.holds(valueOf(one, key))))
    .map((one) => ({ one, keys: asked.orders.map((key) => valueOf(one, key)) }))
    .toSorted((a, b) => compareKeys(a.keys, b.keys, asked.orders))
    .map(({ one }) => one);
  const { part, next } = pageOf(given, found);
  return jsonAnswer({ experiments: part, ...next });
}
