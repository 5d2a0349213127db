import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { insertImport } from "#db/queries/imports.ts";
import { maskText } from "../../../workers/protocol/secrets/mask.ts";
import { type ImportAnswer, ImportInput } from "../../contracts/imports/imports.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { ImportError, type SentFile } from "../../importers/histories/reader.ts";
import { readHistories, type ReadHistories } from "../../importers/histories/registry.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import { nothingStaged } from "../staging.ts";
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
  const staged = ctx.staging.take(input.stagingId);
  if (!staged) throw nothingStaged("Choose the files again.");
  const files = staged.map(({ name, text }) => ({
    name,
    bytes: new Uint8Array(Buffer.from(text, "base64")),
  }));
  const found = readOrRefuse(files, input);
  try {
    return commit(ctx, (scope) => {
      const answer = store(ctx, scope, { input, files, found });
      const isAsBefore = answer.runs.every(({ outcome }) => outcome === "unchanged");
      // What says nothing new leaves no trace either, not even that it was imported.
      if (!input.commit || isAsBefore) throw new Preview({ ...answer, importId: null });
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Preview)) throw error;
    // The import that follows reads what was sent for its preview.
    if (!input.commit) ctx.staging.add(input.stagingId, staged, ctx.now());
    return error.answer;
  }
}

function readOrRefuse(files: readonly SentFile[], { utcOffsetMinutes, benchmark }: Asked): ReadHistories {
  try {
    return readHistories(files, { utcOffsetMinutes, benchmark: benchmark ?? null });
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
    files: files.map(({ name, bytes }) => ({
      name: maskText(name, "forms"),
      bytes: bytes.length,
      sha256: hash("sha256", bytes, "hex"),
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
    notes: found.notes,
  };
}
