import { GraphQLError } from "graphql";
import { artifactFolder, leadsOut, type ArtifactVersion } from "../../contracts/external/artifacts.ts";
import { isForeign, placeName, textOf, type Foreign } from "../../foreign/foreign-values.ts";
import type { Resolvers } from "./ask.ts";
import { ENTITY, entityOf, idOf, partsOf, placeOf } from "./place.ts";
import { filesOf, leadingOut, sizeOf } from "./artifact-files.ts";
import { MOST_ALIASES } from "./reading-types.ts";
import { uploadTo } from "./uploads.ts";
import { projectAnswer, type Visit } from "./visit.ts";
import { MANIFEST, upload, type Named } from "./artifact-place.ts";

const KIND = "artifact";

/** Tables that were logged come as files of the run too, and are read there. */
const isTable = ({ type }: Named): boolean => type === "run_table";

function named(id: unknown): Named | null {
  const [kind, project, run, type, name, digest] = partsOf(id) ?? [];
  return kind === KIND && digest !== undefined ? { project, run, type, name, digest } : null;
}

/** How the server knows a version by the words of its client. */
const sentOf = ({ project, run, type, name, digest }: Named) => ({
  experiment: project,
  key: run,
  type,
  name,
  digest,
});

const idOfVersion = ({ experiment, key, type, name, digest }: ReturnType<typeof sentOf>): string =>
  idOf(KIND, experiment, key, type, name, digest);

function manifestAnswer(visit: Visit, artifact: Named) {
  const file = upload(visit, artifact, `${artifactFolder(artifact)}/${MANIFEST}`);
  const id = idOf("manifest", artifact.project, artifact.run, artifact.type, artifact.name, artifact.digest);
  return { id, file: { id, name: MANIFEST, ...file } };
}

function artifactAnswer(visit: Visit, id: string, artifact: Named, known?: ArtifactVersion) {
  const { project, type, name, digest } = artifact;
  const version = known ?? visit.verbs.artifacts.read(sentOf(artifact));
  const collection = {
    __typename: "ArtifactSequence",
    id: idOf("collection", project, name),
    name,
    state: "READY",
    project: projectAnswer(project, ENTITY),
    type: { name: type },
    defaultArtifactType: { name: type },

    digestAlgorithm: "MANIFEST_MD5",
  };
  return {
    id,
    artifactSequence: collection,
    artifactType: { id: idOf("type", type), name: type },
    versionIndex: version?.version ?? 0,
    description: null,
    metadata: "{}",
    labels: "{}",
    ttlDurationSeconds: -2,
    ttlIsInherited: false,
    tags: [],
    historyStep: null,
    state: version === null ? "PENDING" : "COMMITTED",
    size: version?.bytes ?? 0,
    fileCount: version?.files ?? 0,
    aliases: aliasAnswers(id, version, collection),
    digest,
    digestAlgorithm: "MANIFEST_MD5",
    commitHash: digest,
    isLinked: false,
    createdAt: new Date(version?.at ?? 0).toISOString().slice(0, 19),
    updatedAt: null,
    currentManifest: manifestAnswer(visit, artifact),
    files: (asked: Foreign) => filesOf(visit, artifact, asked),
  };
}

const aliasAnswers = (id: string, version: ArtifactVersion | null, artifactCollection: object) =>
  (version?.aliases ?? [])
    .slice(0, MOST_ALIASES)
    .map((alias) => ({ id: idOf("alias", id, alias), alias, artifactCollection }));

/** An artifact of a project by its name; a name alone finds one whose files still come, too. Null where there is none. */
export function artifactNamed(visit: Visit, project: string, name: unknown) {
  const asked = String(name);
  const { artifacts } = visit.verbs;
  const version = artifacts.find(project, asked);
  const sent = version ?? (asked.includes(":") ? null : artifacts.begun(project, asked));
  if (sent === null) return null;
  const id = idOfVersion(sent);
  const artifact = named(id);
  return artifact && artifactAnswer(visit, id, artifact, version ?? undefined);
}

/** The versions that a run logged, newest first; each is worked out where it is told. */
export const loggedArtifacts = (visit: Visit, runId: string) =>
  visit.verbs.artifacts.ofRun(runId).map((version) => () => {
    const id = idOfVersion({ ...version });
    const artifact = named(id);
    return artifact && artifactAnswer(visit, id, artifact, version);
  });

/** The same as clients from 0.26 on ask for it: as a member of the collection of its versions. */
export function membershipNamed(visit: Visit, project: string, name: unknown) {
  const artifact = artifactNamed(visit, project, name);
  if (artifact === null) return null;
  const { id, versionIndex, createdAt, artifactSequence, files, aliases } = artifact;
  return {
    id: idOf("membership", id),
    versionIndex,
    createdAt,
    aliases,
    artifactCollection: artifactSequence,
    artifact,
    files,
  };
}

/** The versions of an artifact by its name; which of them is asked for by an alias. */
export const collectionNamed = (visit: Visit, project: string, name: unknown) => ({
  id: idOf("collection", project, String(name)),
  name: String(name),
  artifactMembership: ({ aliasName }: Foreign) =>
    membershipNamed(visit, project, `${String(name)}:${String(aliasName)}`),
});

/** The aliases of an input that are of this artifact. */
const aliasesIn = (aliases: unknown, name: string): string[] =>
  (Array.isArray(aliases) ? aliases.filter(isForeign) : []).flatMap((one) =>
    one.artifactCollectionName === undefined || one.artifactCollectionName === name
      ? [placeName(one.alias, "latest")]
      : [],
  );

/** What a refused artifact is answered with: the client raises the sentence, and the run keeps it. */
function refused(visit: Visit, { project, run }: Named, message: string): never {
  const known = visit.verbs.find(placeOf(project, run));
  if (known) visit.verbs.say(known.runId, { level: "warning", message: message, id: message });
  throw new GraphQLError(message);
}

function create(visit: Visit, input: Foreign) {
  const collections = Array.isArray(input.artifactCollectionNames) ? input.artifactCollectionNames : [];
  const name = placeName(input.artifactCollectionName ?? collections[0], "artifact");
  const { experiment, key } = placeOf(input.projectName, input.runName);
  const type = placeName(input.artifactTypeName, "artifact");
  const sent = { experiment, key, type, name, digest: placeName(input.digest, "none") };
  const id = idOfVersion(sent);
  const artifact = named(id);
  const run = visit.verbs.find({ experiment, key });
  if (run && artifact && !isTable(artifact))
    try {
      visit.verbs.artifacts.begin(run.runId, {
        ...sent,
        clientId: textOf(input.clientID),
        aliases: aliasesIn(input.aliases, name),
      });
    } catch (error) {
      if (error instanceof Error && error.name === "ServiceError" && leadsOut(name))
        refused(visit, artifact, error.message);
      throw error;
    }
  const before = visit.verbs.artifacts.find(experiment, name);
  const latestArtifact = before && { id: idOfVersion(before), versionIndex: before.version };
  return { artifact: { id, state: "PENDING", artifactSequence: { latestArtifact } } };
}

/** Where the files of an artifact go. Without an address the client takes a file for one that is here already. */
function placeFiles(visit: Visit, input: Foreign) {
  const files = Array.isArray(input.artifactFiles) ? input.artifactFiles.filter(isForeign) : [];
  const edges = files.map(({ artifactID, name }) => {
    const artifact = named(artifactID);
    const path = String(name);
    const address =
      artifact && !isTable(artifact) && upload(visit, artifact, `${artifactFolder(artifact)}/${path}`);
    const none = { uploadUrl: null, uploadHeaders: [] };
    const node = { id: idOf(path), name: path, displayName: path, storagePath: path, ...(address || none) };
    return { node: { ...node, artifact: { id: artifactID } } };
  });
  return { files: { edges } };
}

function commit(visit: Visit, id: unknown) {
  const { verbs } = visit;
  const artifact = named(id);
  const run = artifact && verbs.find(placeOf(artifact.project, artifact.run));
  if (artifact && run && !isTable(artifact)) {
    const path = leadingOut(visit, artifact);
    if (path !== null)
      refused(
        visit,
        artifact,
        `The artifact ${artifact.name} is not taken: its file ${JSON.stringify(path.slice(0, 200))} would lead out of the folder that it is downloaded to. Add it under a name without "..".`,
      );
    verbs.artifacts.commit(run.runId, sentOf(artifact), sizeOf(visit, artifact));
  }
  return { artifact: { id, digest: artifact?.digest ?? null } };
}

function changeAliases({ verbs }: Visit, input: Foreign, what: "add" | "remove") {
  const artifact = named(input.artifactID);
  if (artifact !== null)
    verbs.artifacts.call(sentOf(artifact), { [what]: aliasesIn(input.aliases, artifact.name) });
  return { success: true };
}

/** All operations of artifacts: one that is not answered raises inside `log` of the clients before 0.29. */
export function artifactResolvers(visit: Visit): Resolvers {
  const inputOf = (given: Foreign): Foreign => (isForeign(given.input) ? given.input : {});
  const same = (given: Foreign) => {
    const { artifactID } = inputOf(given);
    const artifact = named(artifactID);
    return { artifact: artifact ? artifactAnswer(visit, String(artifactID), artifact) : { id: artifactID } };
  };
  const manifest = (id: unknown) => {
    const [, project, run, type, name, digest] = partsOf(id) ?? [];
    return digest === undefined ? null : manifestAnswer(visit, { project, run, type, name, digest });
  };
  return {
    artifact({ id }) {
      const artifact = named(id);
      return artifact && artifactAnswer(visit, String(id), artifact);
    },
    clientIDMapping({ clientID }) {
      const sent = visit.verbs.artifacts.sentAs(String(clientID));
      return { serverID: sent && idOfVersion(sent) };
    },
    createArtifactType: (given) => ({ artifactType: { id: idOf("type"), name: inputOf(given).name } }),
    createArtifact: (given) => create(visit, inputOf(given)),
    createArtifactManifest: (given) => ({ artifactManifest: manifest(inputOf(given).artifactID) }),
    updateArtifactManifest: (given) => ({ artifactManifest: manifest(inputOf(given).artifactManifestID) }),
    createArtifactFiles: (given) => placeFiles(visit, inputOf(given)),
    completeMultipartUploadArtifact: () => ({ digest: null }),
    commitArtifact: (given) => commit(visit, inputOf(given).artifactID),
    updateArtifact: same,
    useArtifact: same,
    linkArtifact: () => ({ versionIndex: 0 }),
    addAliases: (given) => changeAliases(visit, inputOf(given), "add"),
    deleteAliases: (given) => changeAliases(visit, inputOf(given), "remove"),
  };
}

/** Files of a run: where each of them is put. */
export function createRunFiles(visit: Visit, input: Foreign) {
  const { projectName, runName, entityName } = input;
  const names = Array.isArray(input.files) ? input.files.map(String) : [];
  const place = placeOf(projectName, runName);
  const files = names.map((name) => ({
    name,
    ...uploadTo(visit, { place, entity: entityOf(entityName), path: name }),
  }));
  const uploadHeaders = files.flatMap((file) => file.uploadHeaders).slice(0, 1);
  return { runID: idOf(place.experiment, place.key), uploadHeaders, files };
}
