import type {
  AblationRow,
  AblationTable,
  AnswerRow,
  ExperimentAnswer,
  RunDifference,
  TableColumn,
} from "../../contracts/experiment.ts";
import { NO_RESULT } from "../../wording/claims.ts";
import { countOf, listAnd, plural, writeOf } from "../../wording/counts.ts";
import { seedDifferences } from "../../numbers/seeds.ts";
import { writeDifference, writeSize } from "../../wording/quantities.ts";
import { byClaim, having, openCodes, seedCountText, weakerText } from "./by-claim.ts";
import { whyUntested } from "./verdict.ts";

const FLAGGED = ["error", "warning"] as const;
/** More configurations than these are counted, not named. */
const NAMED = 2;

function answerRow(row: AblationRow, baseline: AblationRow, metric: string): AnswerRow[] {
  const { value, low, high, verdict = "untested", confirmation } = row.difference[metric];
  if (value === null || !row.comparable[metric]) return [];
  const n = Math.min(row.metrics[metric].n, baseline.metrics[metric].n);
  const confirmed = confirmation ? { confirmed: confirmation.confirmed } : {};
  return [{ config: row.config, value, low, high, n, verdict, ...confirmed }];
}

function bestOf(rows: readonly AnswerRow[], { better }: TableColumn): AnswerRow | null {
  const worth = ({ value }: AnswerRow) =>
    better === "higher" ? value : better === "lower" ? -value : Math.abs(value);
  return rows.reduce<AnswerRow | null>(
    (best, row) => (best === null || worth(row) > worth(best) ? row : best),
    null,
  );
}

/** Which configurations differ, each with its difference unless it is the best one, which stands beside the words. */
function clearWords(clear: readonly AblationRow[], best: AnswerRow | null, { metric, unit }: TableColumn) {
  const others = clear.filter(({ config }) => config !== best?.config);
  if (others.length === 0 || others.length > NAMED) return "";
  const named = others.map(
    ({ config, difference }) => `${config} ${writeDifference({ ...difference[metric], unit })}`,
  );
  return `: ${clear.length > others.length ? "this and " : ""}${listAnd(named)}`;
}

function wordsOf(
  column: TableColumn,
  rows: readonly AblationRow[],
  baseline: AblationRow,
  best: AnswerRow | null,
): string {
  const { metric, unit, detectable } = column;
  const others = rows.filter((row) => !row.baseline);
  const { clear, alike, open, rest, tested } = byClaim(others, metric);
  if (tested.length === 0) return whyUntested(column, baseline, [...others]);
  const perhaps =
    alike.length > 0 ? `; ${weakerText(alike, metric, (some) => countOf(some.length, "other"))}` : "";
  const waiting = open.length > 0 ? `; ${countOf(open.length, "other")} ${openCodes(open, metric)}` : "";
  if (clear.length > 0)
    return `${writeOf(clear.length, tested.length)} ${plural(clear.length, "differs", "differ")}${clearWords(clear, best, column)}${perhaps}${waiting}`;
  const power =
    detectable === null
      ? ""
      : `; minimum detectable effect with ${seedCountText([baseline, ...rest], metric)} ${writeSize(detectable, unit)}`;
  return alike.length + rest.length === 0
    ? `no verdict yet: ${openCodes(open, metric)}`
    : `no significant difference${perhaps}${power}${waiting}`;
}

/** The metric of the question of a table. */
const questionOf = ({ columns }: AblationTable): TableColumn | undefined =>
  columns.find(({ primary }) => primary) ?? columns[0];

/** Of each run that counts the difference to the baseline run of its own seed, by run. */
export function differencesOf(table: AblationTable): Map<string, RunDifference> {
  const column = questionOf(table);
  const baseline = table.rows.find((row) => row.baseline);
  if (!column || !baseline) return new Map();
  const { metric, unit, title } = column;
  const told = (row: AblationRow): [string, RunDifference][] => {
    const own = row.bySeed[metric];
    if (row.baseline) return own.map(({ runId }) => [runId, { kind: "baseline" }]);
    if (!row.comparable[metric])
      return own.map(({ runId }) => [runId, { kind: "not_ranked", why: row.difference[metric].method }]);
    return seedDifferences(own, baseline.bySeed[metric]).map(({ runId, value }) => [
      runId,
      { kind: "difference", value, unit, title },
    ]);
  };
  return new Map(table.rows.flatMap(told));
}

/** What an ablation table answers in its first question, for a list: the best difference, all of them, and what objects. */
export function shortAnswer(table: AblationTable): ExperimentAnswer {
  const { rows } = table;
  const column = questionOf(table);
  const findings = rows.flatMap((row) => row.findings);
  const flags = FLAGGED.flatMap((severity) => {
    const rules = new Set(findings.filter((one) => one.severity === severity).map(({ rule }) => rule));
    return rules.size > 0 ? [{ severity, rules: [...rules].toSorted() }] : [];
  });
  const none = { best: null, rows: [], notRanked: 0, flags };
  if (!column) return { ...none, metric: null, words: NO_RESULT };
  const { title, unit, better } = column;
  const metric = { title, unit, better };
  const baseline = rows.find((row) => row.baseline);
  const others = rows.filter((row) => !row.baseline);
  if (!baseline || others.length === 0)
    return { ...none, metric, words: "no other configuration to compare" };
  const compared = others.flatMap((row) => answerRow(row, baseline, column.metric));
  const best = bestOf(compared, column);
  return {
    metric,
    best,
    rows: compared,
    // What is measured otherwise on purpose was never to be ranked.
    notRanked: having(others, column.metric, "not_ranked").filter(({ beside }) => !beside).length,
    words: wordsOf(column, rows, baseline, best),
    flags,
  };
}
