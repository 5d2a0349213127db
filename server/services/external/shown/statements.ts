import type { StatementRecord } from "#db/queries/external/statements.ts";
import type { LoggedProtocol } from "../../../contracts/external/logged-protocol.ts";
import type { Statement } from "../../../contracts/external/external.ts";
import { protocolText } from "../../../wording/logged-protocol.ts";

/** What persons stated of a run. */
export const statedIn = (statements: readonly StatementRecord[]): Statement[] =>
  statements.flatMap(({ what, text, by, at }) =>
    what === "logged_protocol" ? [] : [{ what, text, by, at }],
  );

/** What its client logged of how it evaluates, in words; null where that is nothing. */
export function protocolIn(statements: readonly StatementRecord[]): string | null {
  const logged = statements.find(({ what }) => what === "logged_protocol");
  return logged ? protocolText(JSON.parse(logged.text) as LoggedProtocol) : null;
}
