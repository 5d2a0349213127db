import { z } from "zod";
import { restore } from "../../maintenance/restore.ts";
import { openHome } from "../../http/home.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { EXIT } from "../exit.ts";
import { homeDir } from "../home-dir.ts";
import { plain, printJson, say } from "../print.ts";
import type { Verb } from "../verb.ts";

const RestoreAnswer = z.object({
  database: z.string(),
  bytes: z.number().int(),
  /** Folder with what was replaced; null where there was no database. */
  kept: z.string().nullable(),
  findings: z.array(z.string()),
});

export const verb: Verb = {
  name: "restore",
  words: "FILE",
  wordCount: [1, 1],
  summary: "put a backup in the place of the database, and keep what it replaces",
  details:
    "FILE is checked first and never changed. The server must be stopped. What is replaced goes to a folder of its own in\nbackups and can be restored in turn. Trainings that go on send again what came after the backup.",
  examples: [
    [
      "npx ablab restore ablab-2026-11-21T23-07-41Z.db",
      "put a backup in the place of the database, which is kept",
    ],
  ],
  options: { json: { type: "boolean", help: "print one JSON document (schema: docs/json)" } },
  answer: RestoreAnswer,
  run(input) {
    const home = openHome(homeDir(), "restore");
    try {
      const restored = restore(input.words[0], home.dir, Date.now());
      if (input.options.json) printJson(restored);
      else {
        say(plain(`${restored.database} is now what ${input.words[0]} was, ${writeBytes(restored.bytes)}.`));
        if (restored.kept !== null) say(plain(`What it replaces is kept in ${restored.kept}.`));
        for (const finding of restored.findings) say(plain(`But: ${finding}`));
      }
      return Promise.resolve(EXIT.done);
    } finally {
      home.release();
    }
  },
};
