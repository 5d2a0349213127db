import { writeFileSync } from "node:fs";
import { LICENCES_FILE, licences } from "./licences.ts";

/** `node server/cli/write-licences.ts`: writes docs/licences.md anew from the lock file. */
writeFileSync(LICENCES_FILE, await licences());
console.log(`Wrote ${LICENCES_FILE}.`);
