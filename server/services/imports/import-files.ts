import { insertImport } from "#db/queries/imports.ts";
import { maskText } from "../../../workers/protocol/secrets/mask.ts";
import { type ImportAnswer, ImportInput } from "../../contracts/imports/imports.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { ImportError, type SentFile, sizeOf } from "../../importers/histories/sent-file.ts";
import { readHistories, type ReadHistories } from "../../importers/histories/registry.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import { digestOf, nothingSent } from "../sent-files.ts";
import { importActor } from "./import-token.ts";
import { storeImportedRun } from "./store-run.ts";

type Asked = ReturnType<typeof ImportInput.parse>;

/** Undoes a preview, or an import of what is there already, with what it found. */
class Preview extends Error {
  readonly answer: ImportAnswer;
  constructor(answer: ImportAnswer) {
    super("preview");
    this.answer = answer;
  }
}

/**
 * Imports files of other tools: all that they say, or nothing where one of them is broken. A preview does the same and undoes
 * it, so that both say the same. The same files again change nothing.
 */
export function importFiles(ctx: ServiceContext, rawInput: ImportInput): ImportAnswer {
  const input = ImportInput.parse(rawInput);
  const files = ctx.uploads.get(input.stagingId);
  if (!files) throw nothingSent("Choose the files again.");
  const found = readOrRefuse(files, input);
  try {
    const answer = commit(ctx, (scope) => {
      const made = store(ctx, scope, { input, files, found });
      const isAsBefore = made.runs.every(({ outcome }) => outcome === "unchanged");
      // What says nothing new leaves no trace either, not even that it was imported.
      if (!input.commit || isAsBefore) throw new Preview({ ...made, importId: null });
      return made;
    });
    ctx.uploads.discard(input.stagingId);
    return answer;
  } catch (error) {
    // What was refused is often asked again with another answer: the files stay.
    if (error instanceof ImportError) throw new ServiceError("invalid", error.message);
    if (!(error instanceof Preview)) throw error;
    if (input.commit) ctx.uploads.discard(input.stagingId);
    return error.answer;
  }
}

/** Forgets files that were sent and are not to be imported. */
export const discardFiles = (
  ctx: ServiceContext,
  { stagingId }: Pick<Asked, "stagingId">,
): { found: boolean } => ({ found: ctx.uploads.discard(stagingId) });

function readOrRefuse(files: readonly SentFile[], asked: Asked): ReadHistories {
  const { utcOffsetMinutes, benchmark, mapping } = asked;
  try {
    return readHistories(files, {
      utcOffsetMinutes,
      benchmark: benchmark ?? null,
      mapping: mapping ?? null,
      isPreview: !asked.commit,
    });
  } catch (error) {
    throw error instanceof ImportError ? new ServiceError("invalid", error.message) : error;
  }
}

function store(
  ctx: ServiceContext,
  scope: WriteScope,
  { input, files, found }: { input: Asked; files: readonly SentFile[]; found: ReadHistories },
): ImportAnswer {
  const projectId = projectForNew(ctx, scope, input.project);
  const actor = importActor(ctx, scope, projectId);
  const importId = newId("import");
  insertImport(scope.db, {
    id: importId,
    projectId,
    tokenId: actor.tokenId,
    experiment: maskText(input.experiment, "forms"),
    kinds: found.kinds,
    files: files.map((file) => ({
      name: maskText(file.name, "forms"),
      bytes: sizeOf(file),
      sha256: digestOf(file),
    })),
    createdBy: actorName(ctx.actor),
    createdAt: ctx.now(),
  });
  const target = { importId, projectId, experiment: input.experiment };
  const as = { ...ctx, actor };
  const runs = found.runs.map((run) => storeImportedRun(as, scope, target, run));
  scope.touch(topics.runs, topics.experiments);
  return {
    committed: input.commit,
    importId: input.commit ? importId : null,
    experiment: input.experiment,
    kinds: found.kinds,
    runs: runs.map((run) => ({
      ...run,
      runId: input.commit || run.outcome !== "new" ? run.runId : null,
    })),
    tables: found.tables,
    notes: found.notes,
  };
}
