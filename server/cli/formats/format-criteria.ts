import type { CriteriaTable } from "../../contracts/experiment.ts";
import { CRITERIA_CAPTION, criterionVerdict, writeTarget } from "../../wording/criteria.ts";
import { kindOfUnit, writeValue } from "../../wording/quantities.ts";
import { plain, textTable } from "../print.ts";

/** Target, what was reached and the verdict, one line per criterion and configuration; nothing where none were written down. */
export function formatCriteria({ cells, rows }: CriteriaTable): string[] {
  if (rows.length === 0) return [];
  const lines = rows.flatMap(({ title, unit, op, target, judged }) =>
    judged.map((one, i) => [
      title,
      writeTarget({ op, target, unit }),
      plain(cells[i].config),
      writeValue(one.actual, kindOfUnit(unit)),
      criterionVerdict(one),
    ]),
  );
  return [
    "",
    textTable(["criterion", ">target", "config", ">actual", "verdict"], lines),
    "",
    CRITERIA_CAPTION,
    ...rows.map(({ title, reason }) => `${title}: ${plain(reason)}`),
  ];
}
