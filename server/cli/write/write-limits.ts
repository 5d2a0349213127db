import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { limitsDocument } from "../../contracts/limits/registry.ts";
import { say } from "../print.ts";

/** `node server/cli/write/write-limits.ts`: writes docs/limits.md anew from the limits in code. */
const file = join(import.meta.dirname, "..", "..", "..", "docs", "limits.md");
writeFileSync(file, limitsDocument());
say(`Wrote ${file}.`);
