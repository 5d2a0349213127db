import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { checkInThread } from "../../maintenance/in-thread.ts";
import { countOf, listFirst, writeCount } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { CliError, EXIT } from "../exit.ts";
import { homeDir } from "../home-dir.ts";
import { plain, printJson, say } from "../print.ts";
import type { Verb } from "../verb.ts";

const CheckAnswer = z.object({
  file: z.string(),
  depth: z.enum(["quick", "full"]),
  ok: z.boolean(),
  /** False: SQLite itself finds the file damaged, and a server stops writing it. */
  isSound: z.boolean(),
  bytes: z.number().int(),
  /** Blocks of points that were read. */
  blocks: z.number().int(),
  /** The first 50 things that are wrong, and how many were found. */
  findings: z.array(z.string()),
  found: z.number().int(),
  /** Of a full check: every table, by what it was checked, and why not where it was not. */
  tables: z.array(
    z.object({
      table: z.string(),
      rows: z.number().int(),
      /** Checksums of all its pages, of the blocks of its points, digests of its files. */
      by: z.array(z.enum(["pages", "blocks", "digests"])),
      comparedPages: z.number().int(),
      pages: z.number().int(),
      unchecked: z.string().nullable(),
    }),
  ),
});
type CheckAnswer = z.infer<typeof CheckAnswer>;

/** One line for each reason: most tables share it. */
function printUnchecked(tables: CheckAnswer["tables"]): void {
  const unchecked = tables.filter((table) => table.unchecked !== null);
  for (const [why, of] of Map.groupBy(unchecked, (table) => table.unchecked)) {
    const names = listFirst(
      of.map(({ table }) => table),
      3,
    );
    say(plain(`Not checked: values of ${countOf(of.length, "table")} (${names}), since ${why}.`));
  }
}

function print({ file, depth, ok, bytes, blocks, findings, found, tables }: CheckAnswer): void {
  for (const finding of findings) say(plain(finding));
  if (found > findings.length) say(`And ${writeCount(found - findings.length)} more.`);
  if (!ok)
    say(
      plain(
        `${file} is damaged: ${countOf(found, "finding")}. Put a backup in its place with "npx ablab restore FILE"; "npx ablab check FILE --full" says whether one is whole.`,
      ),
    );
  else {
    const looked = [
      writeBytes(bytes),
      ...(depth === "full" ? [countOf(tables.length, "table"), countOf(blocks, "block") + " of points"] : []),
    ];
    say(plain(`${file} is as it was written (${depth} check, ${listFirst(looked, 3)}).`));
  }
  if (depth === "full") printUnchecked(tables);
  else say('A quick check looks at the structure, not at values: "npx ablab check --full" does.');
}

export const verb: Verb = {
  name: "check",
  words: "[FILE]",
  wordCount: [0, 1],
  summary: "say whether the database, or a backup, is as it was written; the server may run",
  details:
    "A quick check has SQLite look at the structure of the file. A full one also compares every page of every table with its\nchecksum, reads every point and index, and says which tables it did not look at. Nothing is written.",
  examples: [
    ["npx ablab check", "the structure of the database file"],
    ["npx ablab check --full", "every stored byte too; also of a backup"],
  ],
  options: {
    full: { type: "boolean", help: "read everything, not only the structure" },
    json: { type: "boolean", help: "print one JSON document (schema: docs/json)" },
  },
  answer: CheckAnswer,
  async run(input) {
    const file = resolve(input.words[0] ?? join(homeDir(), "ablab.db"));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new CliError(`There is no file ${file}; there is nothing to check.`, EXIT.usage);
    const depth = input.options.full === true ? "full" : "quick";
    const { isSound, bytes, blocks, findings, found, tables } = await checkInThread(file, depth);
    const answer = { file, depth, ok: found === 0, isSound, bytes, blocks, findings, found, tables } as const;
    if (input.options.json) printJson(answer);
    else print(answer);
    return answer.ok ? EXIT.done : EXIT.failed;
  },
};
