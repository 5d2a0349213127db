import { Pairs } from "#components/ui/tables/pairs.tsx";
import type { AblationRow, AblationTable, TableColumn } from "#server/contracts/experiment.ts";
import {
  OVER_SEEDS,
  OVER_SEEDS_ALONE,
  OVER_SEEDS_AND_PROBLEMS,
  verdictWords,
} from "#server/wording/claims.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { equalsP, writeInterval } from "#server/wording/quantities.ts";

/** What the differences of a column rest on, and the answer that holds only if variances are equal. */
export function HowClaims({ table, lead }: { table: AblationTable; lead: TableColumn }) {
  const rows = table.rows.filter((row) => !row.baseline && row.comparable[lead.metric]);
  if (!lead.method) return null;
  const second = rows.find((row) => row.difference[lead.metric].newProblems)?.difference[lead.metric];
  const pooled = rows.find((row) => row.difference[lead.metric].pooled)?.difference[lead.metric].pooled;
  const bounds = ({ low, high }: { low: number; high: number }) =>
    writeInterval(low, high, { unit: lead.unit, difference: true });
  const pooledOf = (row: AblationRow) => {
    const { pooled: own, verdict } = row.difference[lead.metric];
    if (!own) return "no pooled answer";
    const said = verdict === "significant_if_equal_variances" ? `; ${verdictWords(verdict)}` : "";
    return `${bounds(own)}, ${equalsP(own.p)}${said}`;
  };
  return (
    <>
      <p className="small">
        {beginSentence(lead.problems === null ? OVER_SEEDS_ALONE : OVER_SEEDS)}: {lead.method}.
        {second?.newProblems ? (
          <>
            {" "}
            {beginSentence(OVER_SEEDS_AND_PROBLEMS)}: {second.newProblems.method}.
          </>
        ) : null}
      </p>
      {pooled ? (
        <>
          <p className="small">
            If variances are equal: {pooled.method}. It has more power, but too many false positives where
            variances differ.
          </p>
          <Pairs pairs={rows.map((row) => ({ name: row.config, value: pooledOf(row) }))} />
        </>
      ) : null}
    </>
  );
}
