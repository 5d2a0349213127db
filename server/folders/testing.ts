import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Folder, type ToldBy } from "./folder.ts";

export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "fixtures", name));

/** A folder whose files are in memory; `read` is what is told of what changed since the last call. */
export function folderOf(files: Map<string, Buffer>) {
  const folder = new Folder();
  const changes = new Map<string, { text: string; at: number }>();
  const listed = () =>
    [...files].map(([path, bytes]) => {
      const text = bytes.toString("latin1");
      const known = changes.get(path);
      if (known?.text !== text) changes.set(path, { text, at: (known?.at ?? 0) + 1 });
      return { path, bytes: bytes.length, changedAt: changes.get(path)!.at };
    });
  const read = async (): Promise<ToldBy[]> => {
    const told: ToldBy[] = [];
    do {
      for (let wanted = folder.wanted(listed()); wanted.length > 0; wanted = folder.wanted(listed()))
        for (const part of wanted) {
          const one = await folder.take(part, files.get(part.path)!.subarray(part.from, part.to));
          if (one !== null) told.push(one);
        }
    } while (folder.isWaiting);
    return told;
  };
  return { folder, read, files };
}

/** A folder of texts, read once. */
export async function readFolder(files: Record<string, string | Buffer>): Promise<ToldBy[]> {
  const bytes = Object.entries(files).map(
    ([path, content]) => [path, Buffer.from(content as string)] as const,
  );
  return folderOf(new Map(bytes)).read();
}
