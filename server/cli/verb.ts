import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { z } from "zod";
import { usageError } from "./exit.ts";

export interface VerbOption {
  type: "string" | "boolean";
  multiple?: boolean;
  /** What stands for the value in the help, for instance DIR. */
  value?: string;
  help: string;
}

/** What a verb gets: its values by option name, and its words. */
export interface VerbInput {
  options: Record<string, string | boolean | string[] | undefined>;
  words: string[];
}

/** A verb of the command line. It is a door: it parses, asks the server, and prints. */
export interface Verb {
  name: string;
  /** Words after the verb, as the usage line shows them. */
  words: string;
  wordCount: [number, number];
  summary: string;
  details: string;
  /** Commands as they are typed, each with what it does. */
  examples: [command: string, does: string][];
  options: Record<string, VerbOption>;
  /** Schema of what --json prints; null for verbs that do not answer. */
  answer: z.ZodType | null;
  /** Returns the exit code. */
  run(input: VerbInput): Promise<number>;
}

const CONNECTION: Record<string, VerbOption> = {
  server: {
    type: "string",
    value: "URL",
    help: "server to talk to; default: the one of this machine's data directory",
  },
  "token-file": { type: "string", value: "FILE", help: "file with the operator token of that server" },
};

/** Options every verb that talks to a server has. */
export const talking = (more: Record<string, VerbOption>): Record<string, VerbOption> => ({
  ...more,
  json: { type: "boolean", help: "print one JSON document (schema: docs/json)" },
  ...CONNECTION,
});

/** Parses the words after a verb; anything it does not know is wrong use. */
export function parseVerb(verb: Verb, args: string[]): VerbInput {
  const options: ParseArgsOptionsConfig = { help: { type: "boolean" } };
  for (const [name, { type, multiple }] of Object.entries(verb.options))
    options[name] = { type, multiple: multiple ?? false };
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw usageError(`${text}. See: npx ablab ${verb.name} --help`);
  }
  const [least, most] = verb.wordCount;
  if (parsed.positionals.length < least || parsed.positionals.length > most) {
    throw usageError(`Usage: ${usageOf(verb)}. See: npx ablab ${verb.name} --help`);
  }
  return { options: parsed.values as VerbInput["options"], words: parsed.positionals };
}

/** Columns of a help text are aligned up to here; what stands beside something longer goes to its next line. */
const LEFT_MOST = 26;

/** Two columns of a help text, [left, right] a row, that fit a terminal. */
export function columns(rows: readonly (readonly string[])[]): string {
  const short = rows.map(([left]) => left.length).filter((length) => length <= LEFT_MOST);
  const width = Math.max(0, ...short);
  return rows
    .map(([left, right]) =>
      left.length <= width
        ? `  ${left.padEnd(width)}  ${right}`
        : `  ${left}\n  ${" ".repeat(width)}  ${right}`,
    )
    .join("\n");
}

/** The usage line of a verb. */
export const usageOf = (verb: Verb): string => `npx ablab ${verb.name} ${verb.words}`.trim();

/** The help text of one verb. */
export function verbHelp(verb: Verb): string {
  const rows = Object.entries(verb.options).map(([name, o]) => [
    `--${name}${o.value ? ` ${o.value}` : ""}`,
    o.help + (o.multiple ? " (may be repeated)" : ""),
  ]);
  const examples = verb.examples.map(([command, does]) => `  ${command}\n      ${does}`).join("\n");
  return [
    `Usage: ${usageOf(verb)}`,
    verb.summary,
    ...(verb.details ? [verb.details] : []),
    `Examples:\n${examples}`,
    ...(rows.length > 0 ? [`Options:\n${columns(rows)}`] : []),
  ].join("\n\n");
}

export const text = (value: VerbInput["options"][string]): string | undefined =>
  typeof value === "string" ? value : undefined;
export const list = (value: VerbInput["options"][string]): string[] => (Array.isArray(value) ? value : []);
