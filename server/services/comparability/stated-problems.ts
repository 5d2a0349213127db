import { hash } from "node:crypto";
import type { Db } from "#db/client.ts";
import { selectStatements } from "#db/queries/external/statements.ts";
import type { Identity } from "../../contracts/on-record.ts";

/** What somebody stated of the problems behind the values of some runs, by run id: two with the same text are of the same ones. */
export function statedProblems(db: Db, runIds: readonly string[]): (runId: string) => Identity | null {
  const stated = new Map(
    selectStatements(db, runIds)
      .filter(({ what }) => what === "problems")
      .map(({ runId, text }) => [runId, { key: hash("sha256", text), words: `“${text}”, as stated` }]),
  );
  return (runId) => stated.get(runId) ?? null;
}
