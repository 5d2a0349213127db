import { selectFiles } from "#db/queries/external.ts";
import { countMediaKeys } from "#db/queries/external/media.ts";
import type { LoggedThings, SentFile } from "../../../contracts/external/logged-things.ts";
import type { ServiceContext } from "../../context.ts";
import { artifactVersions } from "../logged/artifacts.ts";

type ReadContext = Pick<ServiceContext, "db">;

/** The files of a run that loggers sent, whichever way it began. */
export const sentFiles = (ctx: ReadContext, runId: string): SentFile[] =>
  selectFiles(ctx.db, runId).map(({ id, path, type, bytes, kept, at }) => ({
    id,
    path,
    type,
    bytes,
    kept,
    at,
  }));

/** What loggers left of a run beside its numbers; `isExternalRun` where its files are told already. */
export const loggedThings = (ctx: ReadContext, runId: string, isExternalRun: boolean): LoggedThings => ({
  artifacts: artifactVersions(ctx, runId).map(
    ({ name, type, version, aliases, digest, files, bytes, at }) => ({
      name,
      type,
      version,
      aliases: [...aliases],
      digest,
      files,
      bytes,
      at,
    }),
  ),
  mediaKeys: countMediaKeys(ctx.db, runId),
  files: isExternalRun ? [] : sentFiles(ctx, runId),
});
