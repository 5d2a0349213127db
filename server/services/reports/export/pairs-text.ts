import type { PairsAnswer, PairsGroup } from "../../../contracts/reports/report-answer.ts";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { writeCount } from "../../../wording/counts.ts";
import { pairsCaption } from "../pairs-words.ts";
import { writeP } from "../../../wording/quantities.ts";
import { flatValue, flatWords, pairsDecimals, SOLVED_BY, titleOf, verdictOf } from "../html/draw-pairs.ts";
import { bullets, pipeTable, quantity } from "./pipe-table.ts";
import { nameSeed } from "../../../wording/seeds.ts";

/** Rows of a metric; of one that is the same everywhere a single row. */
function rowsOf(group: PairsGroup, write: (group: PairsGroup) => string[][]): string[][] {
  const flat = flatValue(group);
  return flat === null ? write(group) : [[group.title, "", flatWords(flat), "", "", ""]];
}

/** Before and after training as Markdown: the sentence, or the tables of the page with all that is folded there. */
export function pairsText(answer: PairsAnswer): string {
  const { groups, problems: n, flips } = answer;
  if (answer.say === "answer") return answer.message;
  const overSeeds = groups.flatMap((group) =>
    rowsOf(group, ({ unit, rows }) => {
      const { values, differences: alike } = pairsDecimals(rows, unit, n);
      return rows.map((row) => [
        titleOf(group),
        row.config,
        quantity(row.before, unit, { n, ...values }),
        quantity(row.after, unit, { n, ...values }),
        row.ranked < row.n ? NOT_RANKED : quantity(row.difference, unit, { difference: true, alike }),
        verdictOf(row),
      ]);
    }),
  );
  const bySeed = groups.flatMap((group) =>
    rowsOf(group, ({ unit, rows }) => {
      const all = rows.flatMap(({ seeds }) => seeds);
      const { values, differences: alike } = pairsDecimals(all, unit, n);
      return rows.flatMap(({ config, seeds }) =>
        seeds.map(({ seed, before, after, difference, p }) => [
          titleOf(group),
          `${config}, ${nameSeed(seed)}`,
          quantity(before, unit, { n, ...values }),
          quantity(after, unit, { n, ...values }),
          difference.value === null ? NOT_RANKED : quantity(difference, unit, { difference: true, alike }),
          writeP(p),
        ]),
      );
    }),
  );
  const columns = ["Before [95 % CI]", "After [95 % CI]", "Difference [95 % CI]"];
  return [
    pairsCaption(n).join(" "),
    pipeTable(["Metric", "Configuration", ...columns, "Verdict"], overSeeds),
    ...answer.notes,
    pipeTable(["Metric", "Seed", ...columns, "p"], bySeed),
    ...(flips.length > 0
      ? [
          pipeTable(
            [...SOLVED_BY],
            flips.map(({ config, seed, ...by }) => [
              `${config}, ${nameSeed(seed)}`,
              ...[by.both, by.onlyA, by.onlyB, by.neither].map(writeCount),
            ]),
          ),
        ]
      : []),
    bullets(answer.how),
  ].join("\n\n");
}
