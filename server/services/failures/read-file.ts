import type { SentDatabase } from "#db/foreign/sent-database.ts";
import {
  type FileFailures,
  MOST_SENT,
  type ReadFailuresInput,
} from "../../contracts/rollouts/file-failures.ts";
import { ServiceError } from "../../errors.ts";
import { failuresOfSent } from "../../importers/results-db/failures.ts";
import type { SentFile } from "../../importers/histories/sent-file.ts";
import type { ServiceContext } from "../context.ts";
import { nothingSent } from "../sent-files.ts";

const LOG = "-wal";

/** What a `results.db` that was sent says of failures, with as much of it as a page shows. Nothing is stored. */
export function failuresOfUpload(
  ctx: ServiceContext,
  { stagingId, maxSteps, slowOver }: ReadFailuresInput,
): FileFailures {
  const files = ctx.uploads.get(stagingId);
  if (!files) throw nothingSent("Choose the file again.");
  const answer = readOrRefuse(sentOf(files), { maxSteps, slowOver });
  ctx.uploads.discard(stagingId);
  return {
    ...answer,
    skipped: answer.skipped.slice(0, MOST_SENT.skipped),
    models: answer.models.map((model) => ({ ...model, cases: model.cases.slice(0, MOST_SENT.cases) })),
  };
}

/** The one file, with its log where that came too. */
function sentOf(files: readonly SentFile[]): SentDatabase {
  const [main, ...more] = files.filter(({ name }) => !name.endsWith(LOG));
  const log = files.find(({ name }) => main && name === main.name + LOG);
  if (!main || more.length > 0 || files.length > (log ? 2 : 1))
    throw new ServiceError(
      "invalid",
      "Choose one results.db, and beside it only its own results.db-wal where there is one.",
    );
  return { name: main.name, bytes: main.bytes, wal: log?.bytes ?? null };
}

function readOrRefuse(...asked: Parameters<typeof failuresOfSent>): FileFailures {
  try {
    return failuresOfSent(...asked);
  } catch (error) {
    throw error instanceof Error ? new ServiceError("invalid", error.message) : error;
  }
}
