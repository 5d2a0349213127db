import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FolderProblem, type Script } from "../read-folder.ts";

/** `name==1.2.3`, with extras and a marker: the one form in which two machines install the same. */
const EXACT = /^[A-Za-z0-9][\w.-]*(\[[\w,\s.-]*\])?\s*==\s*[A-Za-z0-9][\w.+!-]*\s*(;.*)?$/;

/** The lines of a file of requirements that name a package. Throws `FolderProblem` where one is not exact. */
function exactLines(text: string, name: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/(^|\s)#.*$/, "").trim());
  lines.forEach((line, i) => {
    if (line !== "" && !EXACT.test(line))
      throw new FolderProblem(
        `${name}:${i + 1}: "${line.slice(0, 120)}" does not say which version. Write it as "package==1.2.3"; "pip freeze" lists them.`,
      );
  });
  return lines.filter((line) => line !== "");
}

/** What an environment is made of. */
export interface Requirements {
  /** The file, whole. */
  path: string;
  lines: readonly string[];
}

/** The requirements of a script; null where it brings no Python of its own. Throws `FolderProblem`. */
export function requirementsOf({ folder, file }: Pick<Script, "folder" | "file">): Requirements | null {
  if (!file.python) return null;
  const { requirements } = file.python;
  const path = join(folder, requirements);
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new FolderProblem(
      `${file.slug} needs the packages of ${requirements}, which cannot be read in ${folder}: ${(error as Error).message}`,
    );
  }
  return { path, lines: exactLines(text, requirements) };
}

/** Names an environment by what is in it: the packages, in whatever order and with whatever comments, and the interpreter. */
export function environmentKey(lines: readonly string[], interpreter: string): string {
  const plain = lines.map((line) => line.replaceAll(/\s+/g, "").toLowerCase()).toSorted();
  return createHash("sha256")
    .update([interpreter, ...plain].join("\n"))
    .digest("hex")
    .slice(0, 16);
}
