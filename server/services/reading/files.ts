import { selectAttemptFiles } from "#db/queries/attempts/attempt-files.ts";
import { selectArtifacts, selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { artifactFolder } from "../../contracts/external/artifacts.ts";
import type { ReadArtifacts, ReadFiles } from "../../contracts/reading/things.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { artifactVersions } from "../external/logged/artifacts.ts";
import { sentFiles } from "../external/shown/logged.ts";
import { openDownload, type OpenedFile } from "../runs/open-download.ts";
import { requireReadRun } from "./scope.ts";

type ReadFile = ReadFiles["files"][number];

/** By what the paths of the files of a version begin. */
const folderOf = (version: { name: string; digest: string }): string => `${artifactFolder(version)}/`;

function filesOf(ctx: ServiceContext, runId: string): ReadFile[] {
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]).map(({ id }) => id);
  return [
    ...sentFiles(ctx, runId).map(({ id, path, type, bytes, kept }) => ({
      id: `${id}`,
      path,
      type,
      bytes,
      kept,
    })),
    ...selectAttemptFiles(ctx.db, attempts).map(({ id, path, bytes, kept }) => ({
      id: `a${id}`,
      path,
      type: null,
      bytes,
      kept: kept > 0,
    })),
    ...selectArtifacts(ctx.db, attempts).map(({ id, kind, trainStep, bytes, data }) => ({
      id: `w${id}`,
      path: `${kind}-${trainStep}.f32`,
      type: null,
      bytes,
      kept: data !== null,
    })),
  ];
}

/** What loggers sent and trainers left of a run. */
export const readFiles = (ctx: ServiceContext, run: string): ReadFiles => ({
  files: filesOf(ctx, requireReadRun(ctx, run).id),
});

/** The content of a file of a run. Throws `not_found` where the run has none of this id, or its content is not here. */
export function readFile(ctx: ServiceContext, run: string, fileId: string): OpenedFile {
  const { id: runId } = requireReadRun(ctx, run);
  const file = filesOf(ctx, runId).find(({ id }) => id === fileId);
  if (!file)
    throw new ServiceError(
      "not_found",
      `The run ${runId} has no file ${JSON.stringify(fileId.slice(0, 40))}.`,
    );
  const opened = file.kept ? openDownload(ctx, fileId) : null;
  if (opened) return opened;
  throw new ServiceError("not_found", `The content of ${file.path} is not kept here.`);
}

/** The complete versions of artifacts that a run logged, with their files. */
export function readArtifacts(ctx: ServiceContext, run: string): ReadArtifacts {
  const { id: runId } = requireReadRun(ctx, run);
  const files = filesOf(ctx, runId);
  return {
    artifacts: artifactVersions(ctx, runId).map((one) => ({
      name: one.name,
      type: one.type,
      version: one.version,
      aliases: [...one.aliases],
      digest: one.digest,
      bytes: one.bytes,
      files: files
        .filter(({ path }) => path.startsWith(folderOf(one)) && !path.endsWith("/wandb_manifest.json"))
        .map((file) => ({ ...file, path: file.path.slice(folderOf(one).length) })),
    })),
  };
}
