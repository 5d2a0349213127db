import { isForeign, placeName, textOf, type Foreign } from "../foreign-values.ts";
import type { Resolvers } from "./ask.ts";
import { ENTITY, entityOf, idOf, partsOf, placeOf } from "./place.ts";
import { filesOf } from "./artifact-files.ts";
import { MOST_ALIASES } from "./reading-types.ts";
import { uploadTo } from "./uploads.ts";
import { projectAnswer, type Visit } from "./visit.ts";

/** What an artifact's id says of it. */
export interface Named {
  project: string;
  run: string;
  type: string;
  name: string;
  digest: string;
}

const KIND = "artifact";
export const MANIFEST = "wandb_manifest.json";

/** Tables that were logged come as files of the run too, and are read there. */
const isTable = ({ type }: Named): boolean => type === "run_table";

function named(id: unknown): Named | null {
  const [kind, project, run, type, name, digest] = partsOf(id) ?? [];
  return kind === KIND && digest !== undefined ? { project, run, type, name, digest } : null;
}

export const folderOf = ({ name, digest }: Named): string => `artifacts/${name}/${digest.slice(0, 12)}`;

export const upload = (visit: Visit, { project, run }: Named, path: string) =>
  uploadTo(visit, { place: placeOf(project, run), entity: ENTITY, path });

function manifestAnswer(visit: Visit, artifact: Named) {
  const file = upload(visit, artifact, `${folderOf(artifact)}/${MANIFEST}`);
  const id = idOf("manifest", artifact.project, artifact.run, artifact.type, artifact.name, artifact.digest);
  return { id, file: { id, name: MANIFEST, ...file } };
}

function artifactAnswer(visit: Visit, id: string, artifact: Named) {
  const { project, type, name, digest } = artifact;
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
    versionIndex: visit.shelf.versionOf(visit.owner.projectId, { project, name }, id),
    description: null,
    metadata: "{}",
    labels: "{}",
    ttlDurationSeconds: -2,
    ttlIsInherited: false,
    tags: [],
    historyStep: null,
    state: "COMMITTED",
    size: 0,
    fileCount: 0,
    aliases: [],
    digest,
    digestAlgorithm: "MANIFEST_MD5",
    commitHash: digest,
    isLinked: false,
    // The store knows when a run's files came; a version's own time is asked for and not used by the client.
    createdAt: "2000-01-01T00:00:00",
    updatedAt: null,
    currentManifest: manifestAnswer(visit, artifact),
    files: (asked: Foreign) => filesOf(visit, artifact, asked),
  };
}

/** An artifact of a project by its name; null where this process was not told of it. */
export function artifactNamed(visit: Visit, project: string, name: unknown) {
  const id = visit.shelf.named(visit.owner.projectId, { project, name: String(name) });
  const artifact = named(id);
  return id !== null && artifact ? artifactAnswer(visit, id, artifact) : null;
}

/** The same as clients from 0.26 on ask for it: as a member of the collection of its versions. */
export function membershipNamed(visit: Visit, project: string, name: unknown) {
  const artifact = artifactNamed(visit, project, name);
  if (artifact === null) return null;
  const { id, versionIndex, createdAt, artifactSequence, files } = artifact;
  const aliases = visit.shelf.aliasesOf(visit.owner.projectId, { project, name: artifactSequence.name }, id);
  return {
    id: idOf("membership", id),
    versionIndex,
    createdAt,
    aliases: aliases.slice(0, MOST_ALIASES).map((alias) => ({ id: idOf("alias", id, alias), alias })),
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

/** Gives the version of an input the aliases that it names. */
function callVersion({ shelf, owner }: Visit, id: string, aliases: unknown): void {
  const artifact = named(id);
  if (artifact === null || !Array.isArray(aliases)) return;
  for (const { artifactCollectionName, alias } of aliases.filter(isForeign))
    if (artifactCollectionName === undefined || artifactCollectionName === artifact.name)
      shelf.call(owner.projectId, artifact, placeName(alias, "latest"), id);
}

function create(visit: Visit, input: Foreign) {
  const collections = Array.isArray(input.artifactCollectionNames) ? input.artifactCollectionNames : [];
  const name = placeName(input.artifactCollectionName ?? collections[0], "artifact");
  const { experiment, key } = placeOf(input.projectName, input.runName);
  const type = placeName(input.artifactTypeName, "artifact");
  const id = idOf(KIND, experiment, key, type, name, placeName(input.digest, "none"));
  visit.shelf.add(visit.owner.projectId, { project: experiment, name }, id, textOf(input.clientID));
  callVersion(visit, id, input.aliases);
  return { artifact: { id, state: "PENDING", artifactSequence: {} } };
}

/** Where the files of an artifact go. Without an address the client takes a file for one that is here already. */
function placeFiles(visit: Visit, input: Foreign) {
  const files = Array.isArray(input.artifactFiles) ? input.artifactFiles.filter(isForeign) : [];
  const edges = files.map(({ artifactID, name }) => {
    const artifact = named(artifactID);
    const path = String(name);
    const address =
      artifact && !isTable(artifact) && upload(visit, artifact, `${folderOf(artifact)}/${path}`);
    const none = { uploadUrl: null, uploadHeaders: [] };
    const node = { id: idOf(path), name: path, displayName: path, storagePath: path, ...(address || none) };
    return { node: { ...node, artifact: { id: artifactID } } };
  });
  return { files: { edges } };
}

function commit({ verbs }: Visit, id: unknown) {
  const artifact = named(id);
  const run = artifact && verbs.find(placeOf(artifact.project, artifact.run));
  if (artifact && run && !isTable(artifact)) {
    const message = `The artifact ${artifact.name} (${artifact.type}) was logged. Its files lie below ${folderOf(artifact)}/.`;
    verbs.say(run.runId, { level: "note", message, id: `artifact:${String(id)}` });
  }
  return { artifact: { id, digest: artifact?.digest ?? null } };
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
    clientIDMapping: ({ clientID }) => ({
      serverID: visit.shelf.sentAs(visit.owner.projectId, String(clientID)),
    }),
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
    addAliases(given) {
      callVersion(visit, String(inputOf(given).artifactID), inputOf(given).aliases);
      return { success: true };
    },
    deleteAliases: () => ({ success: true }),
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
