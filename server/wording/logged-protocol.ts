import type { LoggedProtocol, ProtocolPart } from "../contracts/external/logged-protocol.ts";
import { listAnd } from "./counts.ts";

/** Each part by its words, in the order in which a protocol is written. */
const TITLES: Record<ProtocolPart, string> = {
  temperature: "temperature",
  top_p: "top_p",
  n: "n",
  max_tokens: "max tokens",
  system_prompt: "system prompt",
  judge: "judge",
  judge_version: "judge version",
  seed: "evaluation seed",
};
const PARTS = Object.keys(TITLES) as ProtocolPart[];

const NOT_LOGGED = "not logged";

/** Each part with its value, "temperature 0.6", or that it was not logged, in one order. */
export const protocolAspects = (logged: LoggedProtocol): string[] =>
  PARTS.map((part) => `${TITLES[part]} ${logged[part] ?? NOT_LOGGED}`);

/** The parts that were logged: "temperature 0.6, top_p 0.95". */
export const loggedText = (logged: LoggedProtocol): string =>
  PARTS.flatMap((part) => (logged[part] === undefined ? [] : [`${TITLES[part]} ${logged[part]}`])).join(", ");

/** The same with what was not logged: "temperature 0.6; top_p and judge not logged". */
export function protocolText(logged: LoggedProtocol): string {
  const missing = PARTS.flatMap((part) => (logged[part] === undefined ? [TITLES[part]] : []));
  const known = loggedText(logged);
  if (known === "") return NOT_LOGGED;
  return missing.length === 0 ? known : `${known}; ${listAnd(missing)} ${NOT_LOGGED}`;
}
