import { hostname, userInfo } from "node:os";
import { basename } from "node:path";
import { MASK } from "../protocol/secrets/mask-mark.ts";
import { maskArguments } from "../protocol/secrets/mask.ts";
import type { Supervised } from "./record.ts";
import type { CommandOrder } from "./command.ts";

/** Characters of a command that are its name where nobody gave one. */
const LONGEST_NAME = 60;

/** The run that a command is sent as; `made` tells it from all others where nobody gave a key. */
export function wantedRun(order: CommandOrder, made: string): Supervised["run"] {
  const said = maskArguments(order.command);
  const at = Math.max(
    0,
    said.findIndex((word, i) => i > 0 && word !== MASK && !word.startsWith("-")),
  );
  const program = said[at];
  return {
    client: "ablab run",
    experiment: order.experiment ?? (basename(program).replace(/\.\w+$/, "") || "untitled"),
    key: order.key ?? made,
    writer: `witness-${made}`,
    resume: "allow",
    ...(order.name === null && { nameIsMade: true }),
    name: order.name ?? [basename(said[at]), ...said.slice(at + 1)].join(" ").slice(0, LONGEST_NAME),
    ...(order.group === null ? {} : { group: order.group }),
    ...(order.tags.length === 0 ? {} : { tags: [...order.tags] }),
    environment: {
      host: hostname(),
      user: userName() ?? "",
      folder: process.cwd(),
      command: said.join(" "),
    },
  };
}

export function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
