import { selectFilesOfCode } from "#db/queries/external/code-files.ts";
import type { ServiceContext } from "../context.ts";

/** "numpy==2.4.6", "torch @ file:///…": what pip lists; options and comments are none. */
const PACKAGE = /^([A-Za-z0-9][\w.-]*)\s*(?:==\s*|@\s*)(\S+)/;
const MOST_BYTES = 1024 * 1024;
const HASH = 12;

/**
 * What the client of a run sent of its code as files: packages as pip lists them, and changes that are not committed by their
 * hash. Names are those that a run of this bench has for the same facts.
 */
export function sentCode(ctx: ServiceContext, runId: string): [name: string, value: string][] {
  return selectFilesOfCode(ctx.db, runId, MOST_BYTES).flatMap(({ path, sha256, data }) => {
    if (path.endsWith(".patch"))
      return [[path === "diff.patch" ? "Not committed" : `file ${path}`, sha256.slice(0, HASH)]];
    return data
      .toString()
      .split("\n")
      .flatMap((line): [string, string][] => {
        const [, name, version] = PACKAGE.exec(line.trim()) ?? [];
        return name === undefined ? [] : [[`package ${name.toLowerCase().replaceAll("_", "-")}`, version]];
      });
  });
}
