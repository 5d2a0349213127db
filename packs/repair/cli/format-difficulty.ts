import type { Benchmark, DifficultyCurve } from "../../../server/contracts/benchmark.ts";
import {
  bandText,
  compositionText,
  difficultyFinding,
  notShownTexts,
  inversionText,
  nameOf,
  verdictText,
} from "../wording/difficulty.ts";
import { countOf, listAnd, writeCount } from "../../../server/wording/counts.ts";
import { writeQuantity } from "../../../server/wording/quantities.ts";
import { NOT_MEASURED } from "../../../server/wording/typography.ts";
import { plain, textTable } from "../../../server/cli/print.ts";

const shareText = (share: { value: number | null; low: number | null; high: number | null; n: number }) => {
  const { value, interval } = writeQuantity({ ...share, unit: "share" });
  return interval === null ? value : `${value} ${interval}`;
};

/** Who solved what of a set, level by level, against what was wanted of each, and what its levels are made of. */
export function formatDifficulty(
  { name, n }: Pick<Benchmark, "name" | "n">,
  gradient: DifficultyCurve,
): string {
  const { levels, rows, missing, daTitle, daDefinition } = gradient;
  // Of most definitions one right repair has no share of its own.
  const hasCeiling = levels.some(({ daCeiling }) => daCeiling.value !== null);
  const made = textTable(
    ["level", ">problems", "RR@5 wanted of SFT", ...(hasCeiling ? [">DA of one drop, %"] : [])],
    levels.map((one) => [
      plain(one.level),
      writeCount(one.n),
      one.band ? bandText(one.band) : NOT_MEASURED,
      ...(hasCeiling ? [shareText(one.daCeiling)] : []),
    ]),
  );
  const measured = textTable(
    ["measured", "level", ">n", ">RR@5, % [95 %]", `>${plain(daTitle)}, %`, "verdict", "order"],
    rows.flatMap((row) =>
      row.levels.map((one, i) => {
        const turned = row.inversions.find(({ harder }) => harder === one.level);
        return [
          i === 0 ? plain(nameOf(row)) : "",
          plain(one.level),
          writeCount(one.rrAt5.n),
          shareText(one.rrAt5),
          shareText(one.da),
          verdictText(one),
          turned ? inversionText(turned) : "",
        ];
      }),
    ),
  );
  return [
    `${plain(name)}, ${countOf(n, "problem")}`,
    "",
    plain(difficultyFinding(gradient)),
    "",
    made,
    ...(rows.length > 0 ? ["", measured, "", `${plain(daTitle)}: ${plain(daDefinition)}.`] : []),
    ...[compositionText(levels)].filter((line) => line !== "").map(plain),
    ...(missing.length > 0 ? [`Not measured on it yet: ${listAnd(missing)}.`] : []),
    ...notShownTexts(gradient),
  ].join("\n");
}
