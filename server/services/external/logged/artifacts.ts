import {
  countAliases,
  deleteAlias,
  insertVersion,
  selectAliases,
  selectNewestBegun,
  selectVersion,
  selectVersionCalled,
  selectVersionOfKey,
  selectVersionOfRun,
  selectVersionSentAs,
  selectVersionsOfRun,
  updateVersion,
  upsertAlias,
  type ArtifactVersionRecord,
} from "#db/queries/external/artifacts.ts";
import type { Db } from "#db/client.ts";
import { topics } from "../../../contracts/live.ts";
import {
  leadsOut,
  LONGEST_ARTIFACT_NAME,
  MOST_ALIASES_OF_ARTIFACT,
  type ArtifactVerbs,
  type ArtifactVersion,
  type SentArtifact,
} from "../../../contracts/external/artifacts.ts";
import { ServiceError } from "../../../errors.ts";
import { commit, type ServiceContext, type WriteScope } from "../../context.ts";
import { placeName, word } from "../places/place.ts";
import { ingestActor, requireExternal } from "../session.ts";

/** Every version but the newest loses it by itself. */
const LATEST = "latest";

const short = (text: string): string => word(text, LONGEST_ARTIFACT_NAME, "artifact");

function placeOf(ctx: ServiceContext, { experiment, name }: Pick<SentArtifact, "experiment" | "name">) {
  return { projectId: ingestActor(ctx).projectId, place: placeName(experiment), name: short(name) };
}

function newestOf(db: Db, version: ArtifactVersionRecord): number | null {
  return selectVersion(db, version, null)?.version ?? null;
}

const aliasesOf = (db: Db, version: ArtifactVersionRecord): string[] => {
  const own = selectAliases(db, [version.id]).get(version.id) ?? [];
  return version.version === newestOf(db, version) ? [...own, LATEST] : own;
};

function versionAnswer(db: Db, version: ArtifactVersionRecord): ArtifactVersion {
  const { place: experiment, type, name, digest, runKey: key, bytes, files, at } = version;
  return {
    experiment,
    type,
    name,
    digest,
    key,
    version: version.version ?? 0,
    aliases: aliasesOf(db, version),
    bytes,
    files,
    at,
  };
}

/** The complete versions that a run logged, for its page. */
export const artifactVersions = (ctx: Pick<ServiceContext, "db">, runId: string): ArtifactVersion[] =>
  selectVersionsOfRun(ctx.db, runId).map((version) => versionAnswer(ctx.db, version));

function addAliases({ db }: WriteScope, version: ArtifactVersionRecord, aliases: readonly string[]): void {
  let room = MOST_ALIASES_OF_ARTIFACT - countAliases(db, version);
  for (const alias of new Set(aliases.map(short))) {
    if (alias === LATEST || /^v\d+$/.test(alias)) continue;
    if (selectVersionCalled(db, version, alias) === undefined && room-- <= 0) continue;
    upsertAlias(db, version, alias);
  }
}

function begin(
  ctx: ServiceContext,
  runId: string,
  { clientId, aliases, key, ...sent }: Parameters<ArtifactVerbs["begin"]>[1],
): void {
  if (leadsOut(sent.name))
    throw new ServiceError(
      "invalid",
      `The artifact ${JSON.stringify(sent.name.slice(0, 80))} is not taken: its name would lead out of the folder that it is downloaded to. Give it a name without "..".`,
    );
  commit(ctx, (scope) => {
    requireExternal(ctx, runId);
    const place = placeOf(ctx, sent);
    const digest = sent.digest.slice(0, LONGEST_ARTIFACT_NAME);
    const known = selectVersionOfRun(scope.db, place, { runId, digest });
    const wanted = aliases.map(short).slice(0, MOST_ALIASES_OF_ARTIFACT);
    if (known) {
      updateVersion(scope.db, known.id, { clientId, wanted });
      if (known.version !== null) addAliases(scope, known, wanted);
      return;
    }
    insertVersion(scope.db, {
      ...place,
      type: short(sent.type),
      digest,
      runId,
      runKey: key,
      clientId,
      version: null,
      wanted,
      at: ctx.now(),
    });
  });
}

function complete(
  ctx: ServiceContext,
  runId: string,
  sent: SentArtifact,
  held: { bytes: number; files: number },
): void {
  commit(ctx, (scope) => {
    requireExternal(ctx, runId);
    const version = selectVersionOfRun(scope.db, placeOf(ctx, sent), {
      runId,
      digest: sent.digest.slice(0, LONGEST_ARTIFACT_NAME),
    });
    if (!version || version.version !== null) return;
    const number = (newestOf(scope.db, version) ?? -1) + 1;
    updateVersion(scope.db, version.id, { version: number, ...held });
    addAliases(scope, version, version.wanted);
    scope.touch(topics.run(runId));
  });
}

function call(
  ctx: ServiceContext,
  sent: SentArtifact & { key: string },
  { add = [], remove = [] }: Parameters<ArtifactVerbs["call"]>[1],
): void {
  commit(ctx, (scope) => {
    const version = found(ctx, sent);
    if (!version) return;
    addAliases(scope, version, add);
    for (const alias of remove) deleteAlias(scope.db, version.id, short(alias));
    scope.touch(topics.run(version.runId));
  });
}

/** The version of a run by what its client calls both. */
const found = (ctx: ServiceContext, sent: SentArtifact & { key: string }) =>
  selectVersionOfKey(ctx.db, placeOf(ctx, sent), {
    runKey: sent.key,
    digest: sent.digest.slice(0, LONGEST_ARTIFACT_NAME),
  });

function find(ctx: ServiceContext, experiment: string, text: string): ArtifactVersion | null {
  const colon = text.indexOf(":");
  const [name, alias] = colon === -1 ? [text, LATEST] : [text.slice(0, colon), text.slice(colon + 1)];
  const place = placeOf(ctx, { experiment, name });
  const number = /^v(\d{1,9})$/.exec(alias)?.[1];
  const version =
    alias === LATEST
      ? selectVersion(ctx.db, place, null)
      : number === undefined
        ? selectVersionCalled(ctx.db, place, short(alias))
        : selectVersion(ctx.db, place, Number(number));
  return version ? versionAnswer(ctx.db, version) : null;
}

function sentOf(version: ArtifactVersionRecord | undefined) {
  if (!version) return null;
  const { place: experiment, type, name, digest, runKey: key } = version;
  return { experiment, type, name, digest, key };
}

const sentAs = (ctx: ServiceContext, clientId: string) =>
  sentOf(selectVersionSentAs(ctx.db, ingestActor(ctx).projectId, clientId));

/** Versioned artifacts of the project whose token speaks. */
export const artifactVerbs = (ctx: ServiceContext): ArtifactVerbs => ({
  begin: (runId, sent) => begin(ctx, runId, sent),
  commit: (runId, sent, held) => complete(ctx, runId, sent, held),
  call: (sent, change) => call(ctx, sent, change),
  read(sent) {
    const version = found(ctx, sent);
    return version && version.version !== null ? versionAnswer(ctx.db, version) : null;
  },
  find: (experiment, name) => find(ctx, experiment, name),
  ofRun: (runId) => artifactVersions(ctx, requireExternal(ctx, runId).run.id),
  begun: (experiment, name) => sentOf(selectNewestBegun(ctx.db, placeOf(ctx, { experiment, name }))),
  sentAs: (clientId) => sentAs(ctx, clientId),
});
