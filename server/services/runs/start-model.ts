import type { Db } from "#db/client.ts";
import { selectStatements } from "#db/queries/external/statements.ts";
import type { EvaluationSummary } from "../../contracts/evaluation-summary.ts";
import { publishedShare, type StartModel } from "../../contracts/published-start.ts";

/** The evaluation of a run before its first train step, beside what a person says was published of the start. */
export function startModel(
  db: Db,
  runId: string,
  evaluations: readonly Pick<EvaluationSummary, "id" | "trainStep" | "lead">[],
): StartModel | null {
  const start = evaluations.find(({ trainStep }) => trainStep === 0);
  if (!start) return null;
  const said = selectStatements(db, [runId]).find(({ what }) => what === "start");
  const share = said ? publishedShare(said.text) : null;
  const published = said && share !== null ? { share, text: said.text, by: said.by, at: said.at } : null;
  return { evaluation: start.id, lead: start.lead, published };
}
