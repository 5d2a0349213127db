import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { POINT_KINDS, pointKind } from "../points/read-points.ts";

const RUNS_PER_TRANSACTION = 500;
const AT = 1_800_000_000_000;
const X = 40;

/** Mixes whole numbers into 32 bits (the finaliser of MurmurHash3). */
function mix(a: number, b: number, c: number): number {
  let word =
    Math.imul(a + 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(c + 1, 0x27d4eb2f);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

/** The one value of a series; undefined where the run has no such metric. Some are NaN or infinite, many are equal. */
export function manyRunsValue(run: number, metric: number, seed: number): number | undefined {
  const word = mix(run, metric, seed);
  if (metric % 7 === 3 && run % 4 !== 0) return undefined;
  if (word % 97 === 0) return Number.NaN;
  if (word % 197 === 1) return word % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const fraction = word / 2 ** 32;
  return metric % 5 === 0 ? Math.round(fraction * 20) / 20 : fraction;
}

/** The summary of a series that holds one point, as its row keeps it. */
function summaryOf(given: number) {
  const kind = pointKind(given);
  const isFinite = kind === POINT_KINDS.number;
  const [nan, posInf, negInf] = [POINT_KINDS.nan, POINT_KINDS.posInf, POINT_KINDS.negInf].map((k) =>
    Number(k === kind),
  );
  return { kind, nan, posInf, negInf, value: isFinite ? given : null, x: isFinite ? X : null };
}

/**
 * Summaries of one point for every series of these attempts. The points themselves are not stored, so the attempts are sealed:
 * nobody merges or appends to them.
 */
export function insertManySeries(db: Db, attemptIds: string[], metrics: string[], seed: number): void {
  const insert = db.$client.prepare(
    `insert into series (attempt_id, metric, n, nan, pos_inf, neg_inf, sum, min_value, min_x, max_value, max_x, first_x, last_x,
       last_value, last_kind, last_at)
     values (@attempt, @metric, 1, @nan, @posInf, @negInf, coalesce(@value, 0), @value, @x, @value, @x, ${X}, ${X}, @value, @kind, ${AT})`,
  );
  const seal = db.$client.prepare(
    "insert into sealed_attempts (attempt_id, points, bytes, sha256) values (?, ?, 0, '')",
  );
  const insertRun = (run: number) => {
    const attempt = attemptIds[run];
    seal.run(attempt, metrics.length);
    metrics.forEach((metric, m) => {
      const value = manyRunsValue(run, m, seed);
      if (value !== undefined) insert.run({ attempt, metric, ...summaryOf(value) });
    });
  };
  for (let from = 0; from < attemptIds.length; from += RUNS_PER_TRANSACTION)
    inTransaction(db, () => {
      const to = Math.min(from + RUNS_PER_TRANSACTION, attemptIds.length);
      for (let run = from; run < to; run += 1) insertRun(run);
    });
}
