import type { ImportMade } from "#db/schema/imports.ts";
import { selectImportDigests, selectSameImport } from "#db/queries/imports.ts";
import { type ImportAnswer, ImportInput } from "../../contracts/imports/imports.ts";
import { ServiceError } from "../../errors.ts";
import { ImportError, sizeOf } from "../../importers/histories/sent-file.ts";
import { codeStamp } from "../code-stamp.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { idForNew } from "../projects/ensure-default.ts";
import { nothingSent, type SentWork } from "../sent-files.ts";
import { answerOf, planImport } from "./plan.ts";
import { openReading } from "./reading/reading.ts";
import { storeImport } from "./store-import.ts";

type Asked = ReturnType<typeof ImportInput.parse>;

/**
 * Imports files of other tools: all that they say, or nothing where one of them is broken. A preview reads and plans the same and
 * stores nothing, so that both say the same. The same files again change nothing. What is long is read in a thread and stored
 * part by part, so that others wait for none of it; until it has ended it is on record as unfinished, and goes with whatever cuts it.
 */
export async function importFiles(ctx: ServiceContext, rawInput: ImportInput): Promise<ImportAnswer> {
  const input = ImportInput.parse(rawInput);
  const work = ctx.uploads.begin(input.stagingId);
  if (!work) throw nothingSent("Choose the files again.");
  let isDone = false;
  try {
    const answer = await importSent(ctx, input, work);
    isDone = input.commit;
    return answer;
  } catch (error) {
    // What was refused is often asked again with another answer: the files stay.
    throw error instanceof ImportError ? new ServiceError("invalid", error.message) : error;
  } finally {
    work.end();
    if (isDone) ctx.uploads.discard(input.stagingId);
  }
}

async function importSent(ctx: ServiceContext, input: Asked, work: SentWork): Promise<ImportAnswer> {
  const { files } = work;
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const reading = openReading(files, (done) =>
    work.tell({ phase: "reading", done: Math.min(done, bytes), of: bytes }),
  );
  const watch = setInterval(() => {
    try {
      work.goOn();
    } catch {
      reading.close();
    }
  }, CANCEL_SEEN_MS);
  try {
    const digests = await reading.digests();
    work.goOn();
    const asked = askedOf(
      input,
      files.map(({ name }, i) => [name, digests[i]]),
    );
    const same = sameAsBefore(ctx, input, asked);
    if (same) return same;
    const { utcOffsetMinutes, benchmark = null, mapping = null } = input;
    const options = { utcOffsetMinutes, benchmark, mapping, isPreview: !input.commit };
    const plan = planImport(ctx, input, await reading.found(options));
    work.goOn();
    // What says nothing new leaves no trace either, not even that it was imported.
    if (!input.commit || plan.runs.every(({ outcome }) => outcome === "unchanged"))
      return answerOf(input, plan, null);
    const sent = files.map((file, i) => ({ name: file.name, bytes: sizeOf(file), sha256: digests[i] }));
    return await storeImport(ctx, { input, plan, sent, asked, reading, work });
  } catch (error) {
    // A reading that was ended because of it says otherwise why.
    work.goOn();
    throw error;
  } finally {
    clearInterval(watch);
    reading.close();
  }
}

const CANCEL_SEEN_MS = 200;

/** What is asked of which bytes, by this version of the readers. */
const askedOf = (
  { utcOffsetMinutes, benchmark, mapping }: Asked,
  files: (readonly [string, string])[],
): string =>
  sha256(
    JSON.stringify([
      codeStamp(),
      utcOffsetMinutes,
      benchmark ?? null,
      mapping ?? null,
      files.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );

/** The answer where the same was asked of the same bytes and all that came of it is there as it was; else null. */
function sameAsBefore(ctx: ServiceContext, input: Asked, asked: string): ImportAnswer | null {
  const made = selectSameImport(ctx.db, idForNew(ctx, input.project), asked);
  return made && isThere(ctx, made)
    ? {
        ...made.answer,
        committed: input.commit,
        importId: null,
        experiment: input.experiment,
        runs: made.answer.runs.map((run) => ({ ...run, outcome: "unchanged" as const })),
      }
    : null;
}

function isThere({ db }: ServiceContext, { answer, digests }: ImportMade): boolean {
  const found = selectImportDigests(
    db,
    answer.runs.flatMap(({ runId }) => runId ?? []),
  );
  return answer.runs.every(({ runId }, i) => runId !== null && found.get(runId) === digests[i]);
}
