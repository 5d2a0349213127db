import { join } from "node:path";
import { z } from "zod";
import { backUp } from "../../maintenance/backup.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { EXIT } from "../exit.ts";
import { homeDir } from "../home-dir.ts";
import { plain, printJson, say } from "../print.ts";
import type { Verb } from "../verb.ts";

const BackupAnswer = z.object({
  file: z.string(),
  bytes: z.number().int(),
  madeAt: z.number().int(),
  /** What is wrong with the database, and so with the backup; empty where nothing is. */
  findings: z.array(z.string()),
});

export const verb: Verb = {
  name: "backup",
  words: "[DIR]",
  wordCount: [0, 1],
  summary: "copy the database into a folder as one checked file, while the server runs or not",
  details:
    "DIR is made where it does not exist; default: backups in the data directory. The file holds runs, points, logs, weights,\nevaluations, benchmarks and reports. Tokens are not in it: they are made anew. What a training says after this moment is in\nthe folder runs, and is sent again after a restore. A server makes one such file a day by itself.",
  examples: [["npx ablab backup DIR", "the database as one checked file, while the server runs or not"]],
  options: { json: { type: "boolean", help: "print one JSON document (schema: docs/json)" } },
  answer: BackupAnswer,
  async run(input) {
    const home = homeDir();
    const { path, bytes, madeAt, findings } = await backUp(
      home,
      input.words[0] ?? join(home, "backups"),
      Date.now(),
    );
    if (input.options.json) printJson({ file: path, bytes, madeAt, findings });
    else {
      say(plain(`Wrote ${path}, ${writeBytes(bytes)}, read back and checked.`));
      for (const finding of findings) say(plain(`But: ${finding}`));
      if (findings.length > 0) say('Keep your older backups. "npx ablab check --full" says more.');
    }
    return findings.length > 0 ? EXIT.failed : EXIT.done;
  },
};
