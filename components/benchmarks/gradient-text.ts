import type { Gradient, GradientRow, PolicyLevel } from "#server/contracts/benchmark.ts";
import { listAnd, writeCount } from "#server/wording/counts.ts";
import { writeShare, writeSetShare, writeDifference, writeValue } from "#server/wording/quantities.ts";

type Levels = Gradient["levels"];

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

export const nameOf = ({ runName, what, isPlayer, decoding }: GradientRow): string =>
  isPlayer ? what : [runName, what, ...(decoding === "sampled" ? ["sampled"] : [])].join(", ");

/** Where the levels of one policy came out, in one sentence. */
export function policyFinding(row: GradientRow, levels: Levels): string {
  const banded = row.levels.filter(({ verdict }) => verdict !== "no band");
  const off = banded.filter(({ verdict }) => verdict === "below" || verdict === "above");
  const open = banded.filter(({ verdict }) => verdict === "unclear");
  const bandOf = (level: string) => levels.find((one) => one.level === level)?.band;
  const part = ({ level, rrAt5, verdict }: PolicyLevel) => {
    const band = bandOf(level);
    return `${level} at ${writeShare(rrAt5.value, rrAt5.n)} is ${verdict} ${band ? bandText(band) : ""}`.trim();
  };
  const turned = row.inversions
    .filter(({ clear }) => clear)
    .map(
      ({ easier, harder, difference }) =>
        `${harder} is solved more often than ${easier} (${writeDifference({ value: difference, unit: "share" })})`,
    );
  const parts = [...turned, ...off.map(part)];
  if (parts.length > 0) return `${nameOf(row)}: ${listAnd(parts)}.`;
  if (open.length > 0)
    return `${nameOf(row)}: no level is off, ${listAnd(open.map(({ level }) => level))} not settled.`;
  return `${nameOf(row)}: every level is as wanted.`;
}

/** The answer of the page: what the first policy that learned says of the levels, else the first player. */
export function gradientFinding({ rows, levels }: Gradient): string {
  const [first] = rows;
  if (!first) return "Nobody has been measured on it yet.";
  return policyFinding(first, levels);
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
