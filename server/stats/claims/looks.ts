import type { Confirmation, Look } from "../../contracts/launch/looks.ts";
import { requireLevel } from "../estimate.ts";
import { claims, type ClaimsInput } from "./claims.ts";
import {
  claimsWithMissing,
  type GuardedClaims,
  type GuardedInput,
  type GuardedRow,
} from "./missing-seeds.ts";
import { isUsable } from "./many-to-one.ts";

/**
 * The level of the claims of a look, from 1. Declared looks share 1 - level evenly (Bonferroni over the looks, whatever is seen in
 * between). Of those that were not declared the first gets half of that, and the k-th look of all 2^-k: seeds that are added
 * because of what was seen pay for it. At 95 %: 97.5 %, 99.375 %, 99.6875 %. Throws RangeError for a look or a number of looks below 1.
 */
export function lookLevel(look: number, declared = 1, level = 0.95): number {
  requireLevel(level);
  if (!(look >= 1) || !(declared >= 1))
    throw new RangeError(`Looks are counted from 1, got look ${look} of ${declared}.`);
  const share = (1 - level) / declared;
  const beyond = Math.max(0, look - declared);
  return 1 - share / 2 ** (beyond > 1 ? beyond + 1 : beyond);
}

export interface LookedInput extends GuardedInput {
  /** By cell and seed the look that the seed was added before; those without an entry are of the first. */
  looks?: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Looks that were declared before the first run. */
  declared?: number;
}

export interface LookedRow extends GuardedRow {
  look: Look;
  confirmation: Confirmation | null;
}

export interface LookedClaims extends Omit<GuardedClaims, "rows"> {
  rows: LookedRow[];
}

/** Values of the seeds that were added after the first look. */
function addedOnly({ cells, looks }: LookedInput): ClaimsInput["cells"] {
  return new Map(
    [...cells].map(([cell, values]) => [
      cell,
      new Map([...values].filter(([seed]) => (looks?.get(cell)?.get(seed) ?? 1) > 1)),
    ]),
  );
}

/** The cells against the baseline on seeds that were added after the first look alone, at the full level: nobody chose them by what they show. */
function confirmationsOf(input: LookedInput): Map<string, Confirmation> {
  const { rows } = claims({ ...input, cells: addedOnly(input) });
  return new Map(
    rows.flatMap(({ cell, value, low, high, p, n, nBaseline, verdict }) =>
      value === null || low === null || high === null || p === null
        ? []
        : [[cell, { value, low, high, p, n, nBaseline, confirmed: verdict === "significant" }]],
    ),
  );
}

/**
 * `claimsWithMissing` where somebody looked before seeds were added: each row is claimed at the level of the latest look that a
 * value of it or of the baseline is of, and where that is not the first, the added seeds stand beside it alone.
 */
export function claimsByLook(input: LookedInput): LookedClaims {
  const { cells, baseline, looks, declared = 1, level = 0.95 } = input;
  const latest = (cell: string): number =>
    Math.max(
      1,
      ...[...(cells.get(cell) ?? [])].map(([seed, value]) =>
        value !== null && isUsable(value) ? (looks?.get(cell)?.get(seed) ?? 1) : 1,
      ),
    );
  const answers = new Map<number, GuardedClaims>();
  const answerAt = (at: number): GuardedClaims => {
    const known = answers.get(at) ?? claimsWithMissing({ ...input, level: at });
    answers.set(at, known);
    return known;
  };
  const ofBaseline = latest(baseline);
  const found = answerAt(lookLevel(ofBaseline, declared, level));
  const rowLooks = found.rows.map(({ cell }) => Math.max(ofBaseline, latest(cell)));
  const confirmations = rowLooks.some((look) => look > 1) ? confirmationsOf(input) : null;
  const rows = found.rows.map(({ cell }, i): LookedRow => {
    const look = { number: rowLooks[i], level: lookLevel(rowLooks[i], declared, level) };
    const row = answerAt(look.level).rows[i];
    return { ...row, look, confirmation: (look.number > 1 && confirmations?.get(cell)) || null };
  });
  return { ...found, rows };
}
