import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown())]);

/** One argument as a script declares it. */
export const ScriptArgument = z.object({
  name: z.string(),
  /** As it is written, "--lr"; empty where it stands without a name. Absent where the parser makes it from the name. */
  flag: z.string().optional(),
  kind: z.string(),
  /** Absent where the script computes it. */
  default: Scalar.optional(),
  hasDefault: z.boolean(),
  optional: z.boolean().default(false),
  choices: z.array(z.string()).nullable().default(null),
  help: z.string().default(""),
  action: z.string().default("store"),
  many: z.boolean().default(false),
  required: z.boolean().default(false),
});
export type ScriptArgument = z.infer<typeof ScriptArgument>;

/** What a script takes and sends, as it was read without running it. */
export const ScriptFacts = z.object({
  style: z.enum(["argparse", "hf", "tyro", "hydra", "yaml", ""]),
  arguments: z.array(ScriptArgument),
  /** Classes of other packages whose fields are arguments too. */
  foreign: z.array(z.object({ name: z.string(), package: z.string() })).default([]),
  metrics: z.array(z.string()).default([]),
  hydra: z.object({ path: z.string(), name: z.string() }).nullable().default(null),
  readsYaml: z.boolean().default(false),
});
export type ScriptFacts = z.infer<typeof ScriptFacts>;

const READER = join(import.meta.dirname, "read_arguments.py");
const PATIENCE_MS = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Reads a script by Python's own parser, in Python's isolated mode: the script is text on its input and is never run. Without
 * Python, or where it is too old for the script, by a plainer reader. `by` says which.
 */
export function readScriptFacts(
  text: string,
  python = "python3",
): { facts: ScriptFacts; by: "python" | "plain" } {
  const read = spawnSync(python, ["-I", READER], {
    input: text,
    encoding: "utf8",
    timeout: PATIENCE_MS,
    maxBuffer: MOST_BYTES,
  });
  if (read.status === 0) {
    const parsed = ScriptFacts.safeParse(parse(read.stdout));
    if (parsed.success) return { facts: parsed.data, by: "python" };
  }
  return { facts: readPlainly(text), by: "plain" };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Source of a call's inside, from its opening bracket to the one that closes it; quotes are heeded. */
function insideOf(text: string, open: number): string {
  let depth = 0;
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const letter = text[at];
    if (quote !== "") {
      if (letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter) && --depth === 0) return text.slice(open + 1, at);
  }
  return "";
}

/** Parts between commas that stand in no bracket and no quotes. */
function partsOf(inside: string): string[] {
  const parts: string[] = [];
  let [from, depth, quote] = [0, 0, ""];
  for (let at = 0; at <= inside.length; at++) {
    const letter = inside[at];
    if (at === inside.length || (letter === "," && depth === 0 && quote === "")) {
      parts.push(inside.slice(from, at).trim());
      from = at + 1;
    } else if (quote !== "") {
      if (letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) depth -= 1;
  }
  return parts.filter((part) => part !== "");
}

type Literal = string | number | boolean | null;

/** A Python literal; undefined for anything else. */
function literalOf(source: string): Literal | undefined {
  const text = source.trim();
  if (text === "True" || text === "False") return text === "True";
  if (text === "None") return null;
  if (/^[+-]?(\d[\d_]*\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
    const number = Number(text.replaceAll("_", ""));
    return Number.isFinite(number) ? number : undefined;
  }
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  return quoted && !quoted[2].includes(quoted[1]) ? quoted[2].replace(/\\n/g, "\n") : undefined;
}

function plainArgument(inside: string): ScriptArgument | null {
  const parts = partsOf(inside);
  const named = new Map(
    parts.flatMap((part): [string, string][] => {
      const [, key, value] = /^(\w+)\s*=\s*(.*)$/s.exec(part) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
  const flags = parts.filter((part) => /^["']/.test(part)).flatMap((part) => literalOf(part) ?? []);
  const flag = String(flags.find((one) => String(one).startsWith("--")) ?? flags[0] ?? "");
  if (flag === "") return null;
  const value = literalOf(named.get("default") ?? "");
  const isOff = literalOf(named.get("action") ?? "") === "store_false";
  const dest = isOff ? literalOf(named.get("dest") ?? "") : undefined;
  const list = named.get("choices");
  return ScriptArgument.parse({
    name: typeof dest === "string" ? dest : flag.replace(/^-+/, ""),
    flag: flag.startsWith("-") ? flag : "",
    kind: named.get("type") ?? "",
    ...(value !== undefined && { default: value }),
    hasDefault: named.has("default"),
    choices: list
      ? partsOf(list.slice(1, -1))
          .flatMap((one) => literalOf(one) ?? [])
          .map(String)
      : null,
    help: String(literalOf(named.get("help") ?? "") ?? ""),
    action: String(literalOf(named.get("action") ?? '"store"') ?? named.get("action")?.split(".").at(-1)),
    many: named.has("nargs") && named.get("nargs") !== '"?"',
    required: named.get("required") === "True" || !flag.startsWith("-"),
  });
}

/** What can be read of a script without a parser of Python: calls of `add_argument` with literals, and names that are logged. */
export function readPlainly(text: string): ScriptFacts {
  const source = text.replace(/^\s*#.*$/gm, "");
  const found = [...source.matchAll(/\.add_argument\s*\(/g)].flatMap(
    (match) => plainArgument(insideOf(source, match.index + match[0].length - 1)) ?? [],
  );
  const logs = [...source.matchAll(/\blog(?:_metrics)?\s*\(\s*\{/g)].map((match) =>
    insideOf(source, match.index + match[0].length - 1),
  );
  const metrics = logs.flatMap(partsOf).flatMap((part) => /^(["'])([^"']+)\1\s*:/.exec(part)?.[2] ?? []);
  return ScriptFacts.parse({
    style: found.length > 0 ? "argparse" : "",
    arguments: found,
    metrics: [...new Set(metrics)],
  });
}

/** The text of a script. Throws what the system says. */
export const readText = (path: string): string => readFileSync(path, "utf8");
