import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { checkInThread } from "../../care/in-thread.ts";
import { countOf, listFirst, writeCount } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { CliError, EXIT } from "../client.ts";
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
});
type CheckAnswer = z.infer<typeof CheckAnswer>;

function print({ file, depth, ok, bytes, blocks, findings, found }: CheckAnswer): void {
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
      ...(depth === "full" ? [countOf(blocks, "block") + " of points"] : []),
    ];
    say(plain(`${file} is as it was written (${depth} check, ${listFirst(looked, 2)}).`));
  }
}

export const verb: Verb = {
  name: "check",
  words: "[FILE]",
  wordCount: [0, 1],
  summary: "say whether the database, or a backup, is as it was written; the server may run",
  details:
    "A quick check has SQLite look at the structure of the file. A full one also reads every point, every index and every row\nthat points at another, and compares what is stored with its digests. Nothing is written.",
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
    const { isSound, bytes, blocks, findings, found } = await checkInThread(file, depth);
    const answer = { file, depth, ok: found === 0, isSound, bytes, blocks, findings, found } as const;
    if (input.options.json) printJson(answer);
    else print(answer);
    return answer.ok ? EXIT.done : EXIT.failed;
  },
};
