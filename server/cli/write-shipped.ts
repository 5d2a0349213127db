import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedHashes, shippedText } from "../../workers/scripts/shipped.ts";

/** `node server/cli/write-shipped.ts`: notes what the recipes under `recipes/trl` hold. Whoever commits it agrees to that for this version. */
const FILE = join(import.meta.dirname, "..", "..", "workers", "recipes", "shipped-recipes.ts");
const hashes = shippedHashes();
writeFileSync(FILE, shippedText(hashes));
console.log(`Wrote ${FILE}: ${Object.keys(hashes).join(", ")}.`);
