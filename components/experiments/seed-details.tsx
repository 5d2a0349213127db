import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { AblationRow, TableColumn } from "#server/contracts/experiment.ts";
import { OVER_SEEDS_AND_PROBLEMS } from "#server/wording/claims.ts";
import { countOf } from "#server/wording/counts.ts";
import { equalsP, kindOfUnit, printedUnit, writeInterval } from "#server/wording/quantities.ts";
import { nameSeed } from "#server/wording/seeds.ts";

/** Where a cell's number comes from: its definition, method, what new problems do to its difference, and every seed with its run. */
export function SeedDetails({ row, column }: { row: AblationRow; column: TableColumn }) {
  const e = row.metrics[column.metric];
  const newProblems = row.comparable[column.metric] ? row.difference[column.metric]?.newProblems : null;
  return (
    <>
      <p>{e.definition}.</p>
      <p>
        {e.method}; n {countOf(e.n, e.unit)}
        {column.problems ? `, ${countOf(column.problems, "problem")} each` : ""}. Recomputed from stored rows.
      </p>
      {newProblems ? (
        <p>
          Δ to baseline, {OVER_SEEDS_AND_PROBLEMS}:{" "}
          {writeInterval(newProblems.low, newProblems.high, { unit: column.unit, difference: true })},{" "}
          {equalsP(newProblems.p)}; {newProblems.method}.
        </p>
      ) : null}
      {e.seedsShow ? <p>{e.seedsShow}.</p> : null}
      <Pairs
        pairs={row.bySeed[column.metric].map((s) => ({
          name: nameSeed(s.seed),
          value: (
            <>
              <Value
                value={s.value}
                kind={kindOfUnit(column.unit)}
                n={column.problems}
                unit={printedUnit(column.unit)}
              />{" "}
              <PageLink href={`/runs/${s.runId}`}>run</PageLink>
            </>
          ),
        }))}
      />
    </>
  );
}
