import { GraphQLError } from "graphql";
import type { ExternalVerbs, ReadRow } from "../../../contracts/external/verbs.ts";
import { isServiceError } from "../../../errors.ts";
import { objectOf, wholeOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { boundedText, refusedRead } from "./run-filter.ts";

/** Rows that a client is told where it names no number, and the most that it may name. */
const SAMPLES = 500;
const MOST_SAMPLES = 10_000;

/** Names of each row that no metric has. */
const OF_ROW = { step: "_step", at: "_timestamp", ran: "_runtime" } as const;
const ROW_NAMES: ReadonlySet<string> = new Set(Object.values(OF_ROW));

/** What the server refuses is said in its words, and not sent again. */
export function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isServiceError(error) && ["too_large", "forbidden", "invalid", "not_found"].includes(error.code))
      throw new GraphQLError(error.message);
    throw error;
  }
}

/** JSON has no words for these; the client's own has. */
const jsonOf = (value: number): number | string => (Number.isFinite(value) ? value : `${value}`);

function told({ step, at, values }: ReadRow, startedAt: number | null): Record<string, number | string> {
  const row: Record<string, number | string> = Object.create(null) as Record<string, number | string>;
  row[OF_ROW.step] = step;
  if (at !== null) row[OF_ROW.at] = at / 1000;
  if (at !== null && startedAt !== null) row[OF_ROW.ran] = (at - startedAt) / 1000;
  for (const [name, value] of Object.entries(values)) row[name] = jsonOf(value);
  return row;
}

const bounded = (asked: unknown): number => Math.min(MOST_SAMPLES, Math.max(1, wholeOf(asked) ?? SAMPLES));

export interface ReadableRun {
  runId: string;
  startedAt: number | null;
}

/** Rows of a page from one step up to another, or a sample of all, each as JSON. */
export const historyOf = (
  verbs: ExternalVerbs,
  { runId, startedAt }: ReadableRun,
  asked: Foreign,
): string[] =>
  inWords(() => {
    const [from, to] = [wholeOf(asked.minStep), wholeOf(asked.maxStep)];
    const isPage = from !== null || to !== null;
    const samples = isPage ? null : bounded(asked.samples);
    const rows = verbs.rows(runId, { metrics: null, from, to, samples, hasAll: false });
    return rows.map((row) => JSON.stringify(told(row, startedAt)));
  });

/** For each specification the rows that have all of its keys, with these keys alone. */
export const sampledOf = (verbs: ExternalVerbs, { runId, startedAt }: ReadableRun, specs: unknown) =>
  inWords(() => {
    const all = Array.isArray(specs) ? specs : [specs];
    if (all.length > 1) refusedRead("one specification is sampled at once.");
    return all.map((text) => {
      const spec = objectOf(Buffer.from(boundedText(text, "a specification")));
      const keys = Array.isArray(spec?.keys) ? spec.keys.map(String) : [];
      if (spec === null || keys.length === 0 || keys.length > 1000)
        return refusedRead("a sampled history names its keys, at most 1,000.");
      const metrics = keys.filter((key) => !ROW_NAMES.has(key));
      const [from, last] = [wholeOf(spec.minStep), wholeOf(spec.maxStep)];
      // Clients from 0.31 on add the step to the keys themselves, and count the last one in.
      const to = last === null || keys.at(-1) !== OF_ROW.step ? last : last + 1;
      const samples = from === null && to === null ? bounded(spec.samples) : null;
      const asked = {
        metrics: metrics.length > 0 ? metrics : null,
        from,
        to,
        samples,
        hasAll: metrics.length > 0,
      };
      return verbs.rows(runId, asked).map((row) => {
        const whole = told(row, startedAt);
        return Object.fromEntries(keys.flatMap((key) => (key in whole ? [[key, whole[key]]] : [])));
      });
    });
  });

/** Where live rows begin: nothing is packed into files, so that a client reads all of them page by page. */
export const liveFrom = (verbs: ExternalVerbs, { runId }: ReadableRun): Foreign => {
  const [first] = inWords(() =>
    verbs.rows(runId, { metrics: null, from: null, to: null, samples: 1, hasAll: false }),
  );
  return { parquetUrls: [], liveData: first === undefined ? [] : [{ [OF_ROW.step]: 0 }] };
};
