/** Aliases of a version, and files of it, that are told at once; a file has an address of some hundred characters. */
export const MOST_ALIASES = 20;
export const MOST_FILES = 200;

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
    node: File
  }

  type File {
    id: ID
    name: String
    directUrl: String
  }

  type RunConnection {
    totalCount: Int
  }

  type ParquetHistory {
    parquetUrls: [String]
  }

  type Sweep {
    id: ID
  }
`;
