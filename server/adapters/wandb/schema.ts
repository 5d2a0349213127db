import { buildSchema } from "graphql";
import { READING_TYPES } from "./reading-types.ts";
import { INPUT_TYPES } from "./input-types.ts";

/**
 * What the client may ask. Arguments are `Any`: a newer client that sends a field more is understood all the same. `absent`
 * is what every unknown field is read as: null. Introspection is off: `typeInfo` is what their probes of types are read as.
 */
const LANGUAGE = /* GraphQL */ `
  scalar Any
  scalar JSON
  scalar JSONString
  scalar DateTime
  scalar Int64
  scalar Duration

  type Query {
    viewer: User
    serverInfo: ServerInfo
    entity(name: Any): Entity
    project(name: Any, entityName: Any): Project
    model(name: Any, entityName: Any): Project
    artifact(id: Any): Artifact
    clientIDMapping(clientID: Any): ClientIDMapping
    typeInfo(name: Any): TypeInfo
    models(entityName: Any, after: Any, first: Any): ProjectConnection
  }

  type Mutation {
    upsertBucket(input: Any): UpsertBucketPayload
    upsertModel(input: Any): UpsertModelPayload
    rewindRun(input: Any): RewindRunPayload
    createRunFiles(input: Any): CreateRunFilesPayload
    markRunFilesUploaded(input: Any): Success
    notifyScriptableRunAlert(input: Any): Success
    createArtifactType(input: Any): CreateArtifactTypePayload
    createArtifact(input: Any): CreateArtifactPayload
    createArtifactManifest(input: Any): ArtifactManifestPayload
    updateArtifactManifest(input: Any): ArtifactManifestPayload
    createArtifactFiles(input: Any): CreateArtifactFilesPayload
    completeMultipartUploadArtifact(input: Any): Digest
    commitArtifact(input: Any): ArtifactPayload
    updateArtifact(input: Any): ArtifactPayload
    useArtifact(input: Any): ArtifactPayload
    linkArtifact(input: Any): LinkArtifactPayload
    addAliases(input: Any): Success
    deleteAliases(input: Any): Success
    upsertSweep(input: Any): Sweep
    deleteRun(input: Any): Success
    deleteFiles(input: Any): Success
    deleteArtifact(input: Any): Success
  }

  type TypeInfo {
    name: String
    kind: String
    fields: [TypeField]
    inputFields: [TypeInput]
  }

  type TypeField {
    name: String
    args: [TypeInput]
  }

  type TypeInput {
    name: String
  }

  type User {
    id: ID
    name: String
    username: String
    email: String
    entity: String
    admin: Boolean
    flags: JSONString
    teams: EntityConnection
    apiKeys: EntityConnection
  }

  type EntityConnection {
    edges: [EntityEdge]
  }

  type EntityEdge {
    node: Entity
  }

  type Entity {
    id: ID
    name: String
    isTeam: Boolean
    xxhashDigestsEnabled: Boolean
  }

  type Organization {
    name: String
  }

  type ServerInfo {
    features: [ServerFeature]
    cliVersionInfo: JSON
  }

  type ServerSettings {
    serverMessages: JSON
  }

  type ServerFeature {
    name: String
    isEnabled: Boolean
  }

  type Project {
    id: ID
    internalId: ID
    name: String
    entityName: String
    entity: Entity
    run(name: Any): Run
    bucket(name: Any, missingOk: Any): Run
    artifact(name: Any, enableTracking: Any): Artifact
    runs(filters: Any, after: Any, first: Any, order: Any): RunConnection
    sweep(sweepName: Any): Sweep
    artifactCollection(name: Any): ArtifactSequence
    artifactCollectionMembership(name: Any): ArtifactCollectionMembership
    isReadOnly: Boolean
    readOnly: Boolean
    runCount(filters: Any): Int
  }

  type Run {
    id: ID
    name: String
    displayName: String
    description: String
    notes: String
    state: String
    stopped: Boolean
    config: JSONString
    wandbConfig(keys: Any): JSONString
    summaryMetrics: JSONString
    sweepName: String
    tags: [String]
    historyLineCount: Int
    eventsLineCount: Int
    logLineCount: Int
    projectId: String
    user: User
    historyKeys: JSON
    history(minStep: Any, maxStep: Any, samples: Any): [String]
    sampledHistory(specs: Any): JSON
    events(samples: Any): [String]
    createdAt: DateTime
    heartbeatAt: DateTime
    group: String
    jobType: String
    readOnly: Boolean
    fileCount: Int
    files(names: Any, after: Any, first: Any, pattern: Any): FileConnection
    outputArtifacts(after: Any, first: Any): ArtifactConnection
    inputArtifacts(after: Any, first: Any): ArtifactConnection
    parquetHistory(liveKeys: Any): ParquetHistory
    historyTail: JSONString
    eventsTail: JSONString
    project: Project
  }

  type RunFile {
    name: String
    uploadUrl: String
  }

  type UpsertBucketPayload {
    bucket: Run
    inserted: Boolean
    serverSettings: ServerSettings
  }

  type UpsertModelPayload {
    model: Project
    project: Project
    inserted: Boolean
  }

  type RewindRunPayload {
    rewoundRun: Run
  }

  type CreateRunFilesPayload {
    runID: ID
    uploadHeaders: [String]
    files: [RunFile]
  }

  type Success {
    success: Boolean
  }

  type Digest {
    digest: String
  }

  type ClientIDMapping {
    serverID: ID
  }

  type ArtifactSequence {
    id: ID
    name: String
    project: Project
    type: ArtifactType
    defaultArtifactType: ArtifactType
    digestAlgorithm: String
    state: String
    latestArtifact: Artifact
    artifactMembership(aliasName: Any): ArtifactCollectionMembership
  }

  type ArtifactType {
    id: ID
    name: String
  }

  type Artifact {
    id: ID
    artifactSequence: ArtifactSequence
    artifactType: ArtifactType
    versionIndex: Int
    description: String
    metadata: JSONString
    labels: JSONString
    ttlDurationSeconds: Int64
    ttlIsInherited: Boolean
    tags: JSON
    historyStep: Int64
    state: String
    size: Int64
    digest: String
    digestAlgorithm: String
    commitHash: String
    fileCount: Int64
    createdAt: DateTime
    updatedAt: DateTime
    aliases: [ArtifactAlias]
    currentManifest: ArtifactManifest
    isLinked: Boolean
    files(after: Any, first: Any): FileConnection
  }

  ${READING_TYPES}

  type CreateArtifactTypePayload {
    artifactType: ArtifactType
  }

  type CreateArtifactPayload {
    artifact: Artifact
  }

  type ArtifactPayload {
    artifact: Artifact
  }

  type ArtifactManifestPayload {
    artifactManifest: ArtifactManifest
  }

  type CreateArtifactFilesPayload {
    files: ArtifactFileConnection
  }

  type ArtifactFileConnection {
    edges: [ArtifactFileEdge]
  }

  type ArtifactFileEdge {
    node: ArtifactFile
  }

  type LinkArtifactPayload {
    versionIndex: Int
  }

  ${INPUT_TYPES}
`;

/** The name every field is read by that the schema does not have. */
export const ABSENT = "absent";

/** The schema, made once. */
export const SCHEMA = buildSchema(LANGUAGE.replaceAll(/(type \w+ \{)/g, `$1\n    ${ABSENT}: JSON`));
