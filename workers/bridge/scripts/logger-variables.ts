import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { INGEST_VARIABLES } from "../../protocol/ingest.ts";
import { loggerVariablesOf } from "../../protocol/loggers/wire-variables.ts";
import type { Assignment } from "../../protocol/messages.ts";

/**
 * How loggers in the script find this server and their run: with a token that opens this attempt alone. A logger that knows
 * nothing of us is led here by its own variables; the end is seen by the supervisor, so nobody needs to tell it.
 */
export function loggerVariables(
  server: string,
  attemptFolder: string,
  { runId, runName, ingestToken }: Pick<Assignment, "runId" | "runName" | "ingestToken">,
): Record<string, string> {
  if (ingestToken === undefined) return {};
  const tokenFile = join(attemptFolder, "ingest-token");
  writeFileSync(tokenFile, `${ingestToken}\n`, { mode: 0o600 });
  return {
    [INGEST_VARIABLES.url]: server,
    [INGEST_VARIABLES.tokenFile]: tokenFile,
    [INGEST_VARIABLES.experiment]: "ablab",
    [INGEST_VARIABLES.key]: runId,
    [INGEST_VARIABLES.witnessed]: "1",
    ABLAB_SPOOL_DIR: join(attemptFolder, "spool"),
    ABLAB_RUN_NAME: runName,
    ...loggerVariablesOf("wandb", server, ingestToken),
    WANDB_DIR: join(attemptFolder, "output"),
    ...loggerVariablesOf("trackio", server, ingestToken),
    TRACKIO_DIR: join(attemptFolder, "output", "trackio"),
    ...loggerVariablesOf("MLflow", server, ingestToken),
  };
}
