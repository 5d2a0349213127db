import { homedir, hostname, userInfo } from "node:os";
import { selectMachineNames } from "#db/queries/reports.ts";
import type { ServiceContext } from "../../context.ts";

/** Words that name a kind of thing and nobody's machine. */
const COMMON = new Set(
  `root user admin ubuntu debian test worker local localhost cpu gpu cuda box node server home work lab boot none unknown
   default main dev tester runner guest nobody`.split(/\s+/),
);
const SHORTEST = 3;

/** Names of the people and machines behind this server, the longest first, so that a part never hides a whole. */
export function privateWords(ctx: ServiceContext): string[] {
  const host = hostname();
  const words = [
    ...selectMachineNames(ctx.db),
    host,
    host.split(".")[0],
    userName(),
    homedir(),
    process.env.ABLAB_HOME ?? "",
  ];
  return [...new Set(words)]
    .filter((w) => w.length >= SHORTEST && !COMMON.has(w.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the password file has no name to give away.
    return "";
  }
}
