import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import {
  type ContentMessage,
  FilesAnswer,
  type FilesMessage,
  type FoundFile,
  KEPT_BYTES,
  KEPT_FILE_BYTES,
} from "../../protocol/attempts/files.ts";
import type { RunDirectory } from "../run-directory.ts";
import { listOutput, outputFolder } from "./output-folder.ts";

/** A file that was written this short ago may be in the middle of it. */
const QUIET_MS = 5000;

/** Sends one message and says whether the server has taken it; false: not now. */
export type Send = <T>(verb: "files" | "content", body: object, answer: z.ZodType<T>) => Promise<T | null>;

/** A small file, or null where it is gone or has grown. Never by a link, and never waiting: something may have come into its place. */
function contentOf(path: string): Buffer | null {
  const room = Buffer.alloc(KEPT_FILE_BYTES + 1);
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const length = readSync(fd, room, 0, room.length, 0);
      return length > KEPT_FILE_BYTES ? null : room.subarray(0, length);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/**
 * Tells what an attempt's trainer leaves: the list whenever it changes, and each small file once it is quiet or the run has ended.
 * Nothing is told before there is something, so that most runs cost no message.
 */
export function openFileTeller(directory: RunDirectory, fence: () => number) {
  const folder = outputFolder(directory.path);
  let told = "";
  let full = false;
  let keptBytes = 0;
  const sent = new Map<string, number>();

  const isDue = (file: FoundFile, final: boolean): boolean =>
    file.kind === "file" &&
    file.bytes <= KEPT_FILE_BYTES &&
    sent.get(file.path) !== file.at &&
    (final || Date.now() - file.at >= QUIET_MS);

  return async function tell(final: boolean, send: Send): Promise<boolean> {
    const { files, more } = listOutput(folder, directory.launch()?.checkpoints);
    const list = JSON.stringify([files, more]);
    if (list !== told && (told !== "" || files.length > 0)) {
      const message: FilesMessage = { fence: fence(), files, more };
      const answer = await send("files", message, FilesAnswer);
      if (!answer) return false;
      told = list;
      full = answer.full;
    }
    for (const file of files.filter((one) => isDue(one, final))) {
      const content = full || keptBytes >= KEPT_BYTES ? null : contentOf(join(folder, file.path));
      sent.set(file.path, file.at);
      if (!content) continue;
      const message: ContentMessage = { fence: fence(), path: file.path, bytes: content.toString("base64") };
      const answer = await send("content", message, FilesAnswer);
      if (!answer) {
        sent.delete(file.path);
        return false;
      }
      keptBytes += content.length;
      full = answer.full;
    }
    return true;
  };
}
