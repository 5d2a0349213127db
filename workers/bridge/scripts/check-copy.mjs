import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The first file of a run's folder that is not what was approved any more; null where all are. A job may have waited for days
 * between its copy and its start.
 * @param {string} folder
 * @param {Record<string, string>} [files] path from the folder -> sha256
 * @returns {string | null}
 */
export function changedFile(folder, files = {}) {
  const isChanged = (/** @type {string} */ path) => {
    try {
      const bytes = readFileSync(join(folder, path));
      return createHash("sha256").update(bytes).digest("hex") !== files[path];
    } catch {
      return true;
    }
  };
  return Object.keys(files).find(isChanged) ?? null;
}
