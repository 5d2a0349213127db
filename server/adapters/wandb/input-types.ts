/** Inputs of artifacts, which clients before 0.29 probe before they send them. */
export const INPUT_TYPES = /* GraphQL */ `
  input CreateArtifactInput {
    entityName: String
    projectName: String
    runName: String
    artifactTypeName: String
    artifactCollectionName: String
    artifactCollectionNames: Any
    digest: String
    digestAlgorithm: String
    description: String
    labels: JSONString
    aliases: Any
    metadata: JSONString
    historyStep: Int64
    clientID: ID
    sequenceClientID: ID
    enableDigestDeduplication: Boolean
    ttlDurationSeconds: Int64
    tags: Any
    distributedID: String
  }

  input CreateArtifactFileSpecInput {
    artifactID: ID
    artifactManifestID: ID
    name: String
    md5: String
    mimetype: String
    uploadPartsInput: Any
  }

  input AddAliasesInput {
    aliases: Any
  }

  input UseArtifactInput {
    artifactID: ID
    entityName: String
    projectName: String
    runName: String
    usedAs: String
  }
`;
