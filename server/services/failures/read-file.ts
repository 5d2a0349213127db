import { Buffer } from "node:buffer";
import type { SentResults } from "#db/foreign/read-results.ts";
import {
  type FileFailures,
  MOST_SENT,
  type ReadFailuresInput,
} from "../../contracts/rollouts/file-failures.ts";
import { ServiceError } from "../../errors.ts";
import { failuresOfSent } from "../../importers/results-db/failures.ts";
import type { ServiceContext } from "../context.ts";
import { nothingStaged } from "../staging.ts";

const LOG = "-wal";

/** What a `results.db` that was sent says of failures, with as much of it as a page shows. Nothing is stored. */
export function failuresOfUpload(
  ctx: ServiceContext,
  { stagingId, maxSteps, slowOver }: ReadFailuresInput,
): FileFailures {
  const files = ctx.staging.take(stagingId);
  if (!files) throw nothingStaged("Choose the file again.");
  const answer = readOrRefuse(sentOf(files), { maxSteps, slowOver });
  return {
    ...answer,
    skipped: answer.skipped.slice(0, MOST_SENT.skipped),
    models: answer.models.map((model) => ({ ...model, cases: model.cases.slice(0, MOST_SENT.cases) })),
  };
}

/** The one file, with its log where that came too. Files travel as base64. */
function sentOf(files: readonly { name: string; text: string }[]): SentResults {
  const [main, ...more] = files.filter(({ name }) => !name.endsWith(LOG));
  const log = files.find(({ name }) => main && name === main.name + LOG);
  if (!main || more.length > 0 || files.length > (log ? 2 : 1))
    throw new ServiceError(
      "invalid",
      "Choose one results.db, and beside it only its own results.db-wal where there is one.",
    );
  const bytesOf = (file: { text: string }) => Buffer.from(file.text, "base64");
  return { name: main.name, bytes: bytesOf(main), wal: log ? bytesOf(log) : null };
}

function readOrRefuse(...asked: Parameters<typeof failuresOfSent>): FileFailures {
  try {
    return failuresOfSent(...asked);
  } catch (error) {
    throw error instanceof Error ? new ServiceError("invalid", error.message) : error;
  }
}
