import { createHash } from "node:crypto";

/**
 * Hash of a set of problems: sha256, hex, over its content hashes, sorted and one per line. The same problems in another
 * order, under other keys or from another file are the same population.
 */
export function populationHash(contentHashes: readonly string[]): string {
  return createHash("sha256")
    .update([...contentHashes].sort().join("\n"))
    .digest("hex");
}
