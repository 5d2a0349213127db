import { hostname, userInfo } from "node:os";
import { basename } from "node:path";
import { withoutSecrets } from "../scripts/secrets.ts";
import type { Witnessed } from "./record.ts";
import type { WitnessOrder } from "./witness.ts";

/** The run that a command is sent as; `made` tells it from all others where nobody gave a key. */
export function wantedRun(order: WitnessOrder, made: string): Witnessed["run"] {
  const program = order.command.find((word, i) => i > 0 && !word.startsWith("-")) ?? order.command[0];
  return {
    client: "ablab run",
    experiment: order.experiment ?? (basename(program).replace(/\.\w+$/, "") || "untitled"),
    key: order.key ?? made,
    writer: `witness-${made}`,
    resume: "allow",
    ...(order.name === null ? {} : { name: order.name }),
    ...(order.group === null ? {} : { group: order.group }),
    ...(order.tags.length === 0 ? {} : { tags: [...order.tags] }),
    environment: {
      host: hostname(),
      user: userName() ?? "",
      folder: process.cwd(),
      command: withoutSecrets(order.command).join(" "),
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
