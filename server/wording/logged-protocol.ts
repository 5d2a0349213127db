import { type LoggedProtocol, PROTOCOL_PARTS, protocolParts } from "../contracts/external/logged-protocol.ts";
import { listAnd } from "./counts.ts";

const NOT_LOGGED = "not logged";

/** Each part with its value, "temperature 0.6", or that it was not logged, in one order. */
export const protocolAspects = (logged: LoggedProtocol): string[] =>
  protocolParts().map((part) => `${PROTOCOL_PARTS[part]} ${logged[part] ?? NOT_LOGGED}`);

/** The parts that were logged: "temperature 0.6, top_p 0.95". */
export const loggedText = (logged: LoggedProtocol): string =>
  protocolParts()
    .flatMap((part) => (logged[part] === undefined ? [] : [`${PROTOCOL_PARTS[part]} ${logged[part]}`]))
    .join(", ");

/** The same with what was not logged: "temperature 0.6; top_p and judge not logged". */
export function protocolText(logged: LoggedProtocol): string {
  const missing = protocolParts().flatMap((part) =>
    logged[part] === undefined ? [PROTOCOL_PARTS[part]] : [],
  );
  const known = loggedText(logged);
  if (known === "") return NOT_LOGGED;
  return missing.length === 0 ? known : `${known}; ${listAnd(missing)} ${NOT_LOGGED}`;
}
