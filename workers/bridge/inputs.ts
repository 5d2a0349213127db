import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FolderInput } from "../protocol/inputs.ts";
import type { Assignment } from "../protocol/messages.ts";
import type { Client } from "./calls/client.ts";
import { placeOfCheckpoint } from "./files/output-folder.ts";
import { RefusedAssignment } from "./session.ts";

/**
 * Brings what an attempt takes from other runs to `<home>/runs/<attempt>/inputs/<slot>.json`. The worker does not read the
 * files: a large evaluation would not fit its memory, and the trainer checks them anyway.
 * Resolves to false when the signal ended the trying; throws `RefusedAssignment` when the server does not give one.
 */
export async function fetchInputs(
  client: Client,
  home: string,
  { attemptId, inputs, token }: Pick<Assignment, "attemptId" | "inputs" | "token">,
  signal: AbortSignal,
): Promise<boolean> {
  for (const { slot, kind } of inputs) {
    const folder = inputsFolder(home, attemptId);
    const file = join(folder, `${slot}.json`);
    if (existsSync(file)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const from = { path: `attempts/${attemptId}/inputs/${slot}`, token };
    const outcome = await client.download(from, file, signal);
    if (outcome.kind === "stopped") return false;
    if (outcome.kind === "ok") continue;
    const why = "message" in outcome ? outcome.message : outcome.kind;
    throw new RefusedAssignment(`The server did not give the ${kind} for "${slot}": ${why}`);
  }
  return true;
}

/** Where a trainer finds its inputs; it learns the path from ABLAB_INPUTS. */
export function inputsFolder(home: string, attemptId: string): string {
  return join(home, "runs", attemptId, "inputs");
}

/** What the slot of an input stands for in the command of a script: its file, or where the checkpoint lies that it names. */
export function inputPlace(
  home: string,
  attemptId: string,
  { slot, kind }: Assignment["inputs"][number],
): string {
  const file = join(inputsFolder(home, attemptId), `${slot}.json`);
  if (kind !== "folder") return file;
  const { checkpoint } = FolderInput.parse(JSON.parse(readFileSync(file, "utf8")));
  return placeOfCheckpoint(checkpoint, home, "Launch the run again with another source.");
}
