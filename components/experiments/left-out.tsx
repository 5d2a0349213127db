import type { AblationTable } from "#server/contracts/experiment.ts";
import { countOf, listAnd } from "#server/wording/counts.ts";

/** Runs that are named one by one; of more it is said how many there are and why. */
const NAMED = 3;

/** Which runs no row counts, and why where they are many; all their names are in the tip. */
export function LeftOut({ runs }: { runs: AblationTable["leftOut"] }) {
  if (runs.length === 0) return null;
  const names = runs.map(({ name }) => name).join(", ");
  if (runs.length <= NAMED) return <> Not counted: {names}.</>;
  const reasons = [...Map.groupBy(runs, ({ why }) => why)].map(
    ([why, same]) => `${countOf(same.length, "run")} (${why})`,
  );
  const said = reasons.length > NAMED ? countOf(runs.length, "run") : listAnd(reasons);
  return (
    <>
      {" "}
      <span data-tip={names}>Not counted: {said}.</span>
    </>
  );
}
