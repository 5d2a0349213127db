import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "../print.ts";
import { verbsDocument } from "../verbs-document.ts";

/** `npm run cli-docs`: writes docs/cli.md anew from the verbs in code. */
const file = join(import.meta.dirname, "..", "..", "..", "docs", "cli.md");
writeFileSync(file, await verbsDocument());
say(`Wrote ${file}.`);
