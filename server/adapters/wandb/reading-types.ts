/** Aliases of a version, and files of it, that are told at once; a file has an address of some hundred characters. */
export const MOST_ALIASES = 20;
export const MOST_FILES = 200;

/** Runs and artifacts of a page. The client asks for the next where there are more. */
export const MOST_RUNS = 10;
export const MOST_ARTIFACTS = 20;

/** Types by which a client reads artifacts and runs back. It looks at their names, so they are those of wandb's own schema. */
export const READING_TYPES = /* GraphQL */ `
  type ArtifactCollectionMembership {
    id: ID
    versionIndex: Int
    createdAt: DateTime
    aliases: [ArtifactAlias]
    artifactCollection: ArtifactSequence
    artifact: Artifact
    files(after: Any, first: Any): FileConnection
  }

  type ArtifactAlias {
    id: ID
    alias: String
    artifactCollection: ArtifactSequence
  }

  type ArtifactManifest {
    id: ID
    file: ArtifactFile
  }

  type ArtifactFile {
    id: ID
    name: String
    displayName: String
    directUrl: String
    storagePath: String
    uploadUrl: String
    uploadHeaders: [String]
    artifact: Artifact
  }

  type ArtifactConnection {
    totalCount: Int
    pageInfo: PageInfo
    edges: [ArtifactEdge]
  }

  type ArtifactEdge {
    cursor: String
    node: Artifact
  }

  type FileConnection {
    pageInfo: PageInfo
    edges: [FileEdge]
  }

  type PageInfo {
    endCursor: String
    hasNextPage: Boolean
  }

  type FileEdge {
    cursor: String
    node: File
  }

  type File {
    id: ID
    name: String
    directUrl: String
    url(upload: Any): String
    sizeBytes: Int64
    mimetype: String
    updatedAt: DateTime
    md5: String
  }

  type RunConnection {
    totalCount: Int
    pageInfo: PageInfo
    edges: [RunEdge]
  }

  type RunEdge {
    cursor: String
    node: Run
  }

  type ParquetHistory {
    parquetUrls: [String]
    liveData: JSON
  }

  type ProjectConnection {
    pageInfo: PageInfo
  }

  type Sweep {
    id: ID
  }
`;
