import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findHidden } from "../../protocol/visible-text.ts";
import { FolderProblem, type Script } from "../read-folder.ts";

/** `name==1.2.3` with extras: the one form in which two machines install the same. */
const EXACT = /^[A-Za-z0-9][\w.-]*(\s*\[[\w,\s.-]*\])?\s*==\s*[A-Za-z0-9][A-Za-z0-9_.+!-]*$/;
/** What may stand behind `;`: names, texts and comparisons. No word of it begins with "-", which pip would take for an option. */
const MARKER = /^(?!.*(^|\s)-)[\w\s.<>=!~"'()+*,-]+$/;
const HASH = /^--hash=sha(256:[0-9a-f]{64}|384:[0-9a-f]{96}|512:[0-9a-f]{128})$/;
/** Whatever ends a line for Python, and so for pip: form feeds and separators too. Other control characters are refused anyway. */
const LINE_END = /\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u;
const MOST_BYTES = 1024 * 1024;
/** A backslash at its end goes on with the next line; a comment has none. */
const GOES_ON = /^(?!\s*#).*\\$/s;

/** One package that is asked for. */
interface Requirement {
  /** Without comment and hashes: `one[x]==1.0 ; python_version > "3"`. */
  text: string;
  /** Options of pip, in order; empty where the file gives none. */
  hashes: string[];
}

/** Lines as pip joins them, each with the number of its first one. */
function joinedLines(text: string): { line: string; number: number }[] {
  const joined: { line: string; number: number }[] = [];
  let open: { line: string; number: number } | null = null;
  text.split(LINE_END).forEach((piece, i) => {
    const goesOn = GOES_ON.test(piece);
    const own = goesOn ? piece.slice(0, -1) : piece.replace(/^\s*#/, " #");
    open = open ? { ...open, line: open.line + own } : { line: own, number: i + 1 };
    if (goesOn) return;
    joined.push(open);
    open = null;
  });
  return open ? [...joined, open] : joined;
}

/** Reads a file of requirements into what is asked for. Throws `FolderProblem` with the line where it says anything else. */
export function readRequirements(text: string, name: string): Requirement[] {
  const lines = joinedLines(text);
  const found = lines.flatMap(({ line, number }) => {
    const plain = line.replace(/(^|\s)#.*$/s, "").trim();
    if (plain === "") return [];
    const [asked, ...marker] = plain.replace(/\s--hash=.*$/s, "").split(";");
    const hashes = plain.match(/(?<=\s)--hash=.*$/s)?.[0].split(/\s+/) ?? [];
    const isExact =
      EXACT.test(asked.trim()) &&
      (marker.length === 0 || (marker.length === 1 && MARKER.test(marker[0]))) &&
      hashes.every((hash) => HASH.test(hash));
    if (!isExact)
      throw new FolderProblem(
        `${name}:${number}: ${JSON.stringify(plain.slice(0, 120))} does not say which version, or says more. Write it as "package==1.2.3", with a marker or --hash=sha256:... where needed; "pip freeze" lists them. Options, paths and addresses are not taken.`,
      );
    const text = [asked.trim(), ...marker.map((one) => one.trim())].join(" ; ");
    return [{ text: text.replaceAll(/\s+/g, " "), hashes }];
  });
  const hidden = findHidden(text.replaceAll(/\r?\n|\t/g, " "));
  if (hidden) throw new FolderProblem(`${name}: it holds ${hidden.words}, which nobody sees. Take it out.`);
  const bare = found.filter(({ hashes }) => hashes.length === 0);
  if (bare.length > 0 && bare.length < found.length)
    throw new FolderProblem(
      `${name}: ${bare[0].text} has no --hash, and others have. Give all of them hashes, also what they need, or none.`,
    );
  return found;
}

/** What an environment is made of. */
export interface Requirements {
  /** Lines as an installer gets them; nothing else of the file reaches it. */
  lines: readonly string[];
  /** Each line has hashes, so that an installer takes nothing without one. */
  areHashed: boolean;
}

/** The requirements of a script; null where it brings no Python of its own. Throws `FolderProblem`. */
export function requirementsOf({ folder, file }: Pick<Script, "folder" | "file">): Requirements | null {
  if (!file.python) return null;
  const { requirements: name } = file.python;
  let text;
  try {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024} KiB`);
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new FolderProblem(
      `${file.slug} needs the packages of ${name}, which cannot be read as a text in ${folder}: ${(error as Error).message}`,
    );
  }
  const found = readRequirements(text, name);
  return {
    lines: found.map(({ text: asked, hashes }) => [asked, ...hashes].join(" ")),
    areHashed: found.some(({ hashes }) => hashes.length > 0),
  };
}

/** Names an environment by what is in it: the packages, in whatever order and with whatever comments, and the interpreter. */
export function environmentKey(lines: readonly string[], interpreter: string): string {
  const plain = lines.map((line) => line.replaceAll(/\s+/g, "").toLowerCase()).toSorted();
  return createHash("sha256")
    .update([interpreter, ...plain].join("\n"))
    .digest("hex")
    .slice(0, 16);
}
