import { readdirSync, type Dirent } from "node:fs";

/** What is in a folder; nothing where it is gone or cannot be read, for who looks at what there happens to be. */
export function readableEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
