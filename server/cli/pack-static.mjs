// Packs what pages load beside itself once, so that the server does not do it for every page that is opened.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { constants, gzipSync } from "node:zlib";

const PACKED = new Set([".js", ".css", ".json", ".svg"]);

/** @param {string} folder holds the built scripts and styles, in folders of any depth */
export function packStatic(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !PACKED.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: constants.Z_BEST_COMPRESSION }));
  }
}
