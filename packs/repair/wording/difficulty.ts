import type {
  DifficultyCurve,
  DifficultyRow,
  Inversion,
  PolicyLevel,
  TypeLevels,
} from "../../../server/contracts/benchmark.ts";
import { countOf, listAnd, writeCount, writeOf } from "../../../server/wording/counts.ts";
import {
  writeShare,
  writeSetShare,
  writeDifference,
  writeInterval,
  writeValue,
} from "../../../server/wording/quantities.ts";

type Levels = DifficultyCurve["levels"];

/** "90 % or more", "60 to 80 %". */
export function bandText({ low, high }: { low: number; high: number }): string {
  const from = writeSetShare(low);
  return high >= 1 ? `${from} or more` : `${from.replace(/\s%$/, "")} to ${writeSetShare(high)}`;
}

/** What stands beside the share of one level. */
export function verdictText({ verdict }: Pick<PolicyLevel, "verdict">): string {
  return {
    inside: "as wanted",
    below: "below the band",
    above: "above the band",
    unclear: "not settled",
    "no band": "",
  }[verdict];
}

export const nameOf = ({ runName, what, isPlayer, decoding }: DifficultyRow): string =>
  isPlayer ? what : [runName, what, ...(decoding === "sampled" ? ["sampled"] : [])].join(", ");

/** Where the levels of one policy came out, in one sentence. */
export function policyFinding(row: DifficultyRow, levels: Levels): string {
  const banded = row.levels.filter(({ verdict }) => verdict !== "no band");
  const off = banded.filter(({ verdict }) => verdict === "below" || verdict === "above");
  const open = banded.filter(({ verdict }) => verdict === "unclear");
  const bandOf = (level: string) => levels.find((one) => one.level === level)?.band;
  const part = ({ level, rrAt5, verdict }: PolicyLevel) => {
    const band = bandOf(level);
    return `${level} at ${writeShare(rrAt5.value, rrAt5.n)} is ${verdict} what was wanted${band ? ` (${bandText(band)})` : ""}`;
  };
  const turned = row.inversions
    .filter(({ clear }) => clear)
    .map(
      ({ easier, harder, difference }) =>
        `${harder} is solved more often than ${easier} (${writeDifference({ value: difference, unit: "share" })})`,
    );
  const parts = [...turned, ...off.map(part)];
  if (parts.length > 0) return `${nameOf(row)}: ${listAnd(parts)}.`;
  if (open.length === 0) return `${nameOf(row)}: every level is as wanted.`;
  const levelsOpen = listAnd(open.map(({ level }) => level));
  const rest = open.length === banded.length ? "" : "; the other levels are as wanted";
  return `${nameOf(row)}: the interval of ${levelsOpen} reaches over an edge of what was wanted, so nothing is settled there${rest}.`;
}

/** Beside a level that was solved more often than the easier one before it, and how sure that is. */
export function inversionText({ easier, difference, low, high, clear }: Inversion): string {
  const by = `${writeDifference({ value: difference, unit: "share" })} on ${easier} ${writeInterval(low, high, { unit: "share" })}`;
  return clear ? `wrong order, ${by}` : `${by}, may be chance`;
}

/** Which error types turn the order of the levels over, and where that is because the harder level has fewer faults. */
export function typesFinding(types: readonly TypeLevels[]): string {
  const turned = types.flatMap(({ type, levels, inversions }) =>
    inversions
      .filter(({ clear }) => clear)
      .map(({ easier, harder }) => {
        const faultsOf = (level: string) => levels.find((one) => one.level === level)?.faults ?? null;
        const [few, many] = [faultsOf(harder), faultsOf(easier)];
        const why =
          few !== null && many !== null && few < many
            ? ` (${writeValue(few, "number")} faults against ${writeValue(many, "number")})`
            : "";
        return `${type}: ${harder} is solved more often than ${easier}${why}`;
      }),
  );
  const order =
    turned.length === 0
      ? "No error type alone shows its levels in the wrong order beyond chance."
      : `The order is wrong in ${countOf(turned.length, "type")}. ${turned.join(". ")}.`;
  const isMany = types.some(({ levels }) => levels.some(({ faults }) => faults !== null && faults > 2));
  return isMany ? `${order} ${OUT_OF_REACH}` : order;
}

const OUT_OF_REACH =
  "Whoever asks for an IIS before each repair takes two steps per fault and undoes at most two within five; only who repairs unasked undoes more.";

/** How many of all measured solved a harder level more often than the one before it, where somebody did beyond chance. */
function orderFinding(rows: readonly DifficultyRow[]): string {
  const clear = rows.flatMap(({ inversions }) => inversions.filter((one) => one.clear));
  return [...Map.groupBy(clear, ({ easier, harder }) => `${harder} more often than ${easier}`)]
    .map(
      ([what, found]) =>
        ` ${writeOf(found.length, rows.length, "measured here solves", "measured here solve")} ${what}.`,
    )
    .join("");
}

/** The answer of the page: what the first policy that learned says of the levels, else the first player. */
export function difficultyFinding({ rows, levels }: DifficultyCurve): string {
  const [first] = rows;
  if (!first) return "Nobody has been measured on it yet.";
  return policyFinding(first, levels) + (rows.length > 1 ? orderFinding(rows) : "");
}

/**
 * What the levels are made of, and where a harder one has fewer faults than the level before: it then takes fewer repairs,
 * however long its conflict is.
 */
export function compositionText(levels: Levels): string {
  const known = levels.flatMap(({ level, faults, conflict }) => {
    const parts = [
      ...(faults.mean === null
        ? []
        : [`${writeValue(faults.mean, "number")} faults (n ${writeCount(faults.n)})`]),
      ...(conflict.mean === null
        ? []
        : [`an IIS of ${writeValue(conflict.mean, "number")} elements (n ${writeCount(conflict.n)})`]),
    ];
    return parts.length === 0 ? [] : [`${level} ${listAnd(parts)}`];
  });
  if (known.length === 0) return "";
  const turned = levels.slice(1).flatMap(({ level, faults }, k) => {
    const before = levels[k];
    return faults.mean !== null && before.faults.mean !== null && faults.mean < before.faults.mean
      ? [
          `${level} has fewer faults than ${before.level}, so it takes fewer repairs however long its IIS is, and RR@5 can be higher on it`,
        ]
      : [];
  });
  const why = turned.length === 0 ? "" : ` ${listAnd(turned)}.`;
  return `A mean problem has: ${known.join("; ")}.${why}`;
}

/** What was left out, a sentence each: what measured the same again, and what is older than the rows shown. */
export function notShownTexts({ repeats, more }: Pick<DifficultyCurve, "repeats" | "more">): string[] {
  const again = countOf(repeats, "evaluation measured the same again", "evaluations measured the same again");
  return [
    ...(repeats > 0 ? [`${again}: of each the newest counts.`] : []),
    ...(more > 0 ? [`${countOf(more, "older evaluation is", "older evaluations are")} not shown.`] : []),
  ];
}
