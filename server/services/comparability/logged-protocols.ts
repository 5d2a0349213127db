import { hash } from "node:crypto";
import type { Db } from "#db/client.ts";
import { selectStatements } from "#db/queries/external/statements.ts";
import type { Identity } from "../../contracts/on-record.ts";
import type { LoggedProtocol } from "../../contracts/external/logged-protocol.ts";
import { loggedText, protocolAspects } from "../../wording/logged-protocol.ts";
import { canonicalJson } from "../hashing.ts";

/** A protocol as a client logged it, told apart by all of its parts; null where it logged none of them. */
export const loggedIdentity = (logged: LoggedProtocol): Identity | null =>
  Object.keys(logged).length === 0
    ? null
    : { key: canonicalJson(logged), words: loggedText(logged), parts: protocolAspects(logged) };

/** How some runs evaluate, by run id: as their clients logged it, else as somebody stated it; null where neither is on record. */
export function runProtocols(db: Db, runIds: readonly string[]): (runId: string) => Identity | null {
  const statements = Map.groupBy(selectStatements(db, runIds), ({ runId }) => runId);
  return (runId) => {
    const own = statements.get(runId) ?? [];
    const logged = own.find(({ what }) => what === "logged_protocol");
    if (logged) return loggedIdentity(JSON.parse(logged.text) as LoggedProtocol);
    const stated = own.find(({ what }) => what === "protocol");
    return stated ? { key: hash("sha256", stated.text), words: `“${stated.text}”, as stated` } : null;
  };
}
