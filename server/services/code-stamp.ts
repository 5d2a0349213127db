import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./hashing.ts";

/** What answers are made by: the rules and the statistics, what they are read from, and the words they are written in. */
const ROOMS = ["..", "../../db", "../../workers/protocol", "../../workers/recipes", "../../packs"];

let stamp: string | undefined;

/**
 * The code of this server as one text, by the sizes and times of its files. What other code worked out may have another form and
 * other rules, so that nothing is taken from it.
 */
export function codeStamp(): string {
  stamp ??= sha256(
    ROOMS.flatMap((room) => {
      const folder = join(import.meta.dirname, room);
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
        .toSorted()
        .map((path) => {
          const { size, mtimeMs } = statSync(join(folder, path));
          return `${path} ${size} ${mtimeMs}`;
        });
    }).join("\n"),
  );
  return stamp;
}
