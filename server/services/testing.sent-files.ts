import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSentFiles, type SentFiles } from "./sent-files.ts";

const root = join(tmpdir(), `ablab-uploads-${randomUUID()}`);
process.once("exit", () => rmSync(root, { recursive: true, force: true }));

/** Sent files in a folder that is made with the first of them, and goes with the process. */
export const testSentFiles = (): SentFiles => createSentFiles(join(root, randomUUID()));
