import { expect, test } from "vitest";
import { request } from "../testing.ts";
import { world } from "./testing.ts";

const CREATE =
  "mutation CreateArtifact($input: Any) { createArtifact(input: $input) { artifact { id currentManifest { file { uploadUrl } } } } }";
const COMMIT = "mutation CommitArtifact($input: Any) { commitArtifact(input: $input) { artifact { id } } }";
const BY_NAME =
  'query ArtifactMembershipByName($name: String!) { project(name: "drive", entityName: "ablab") { artifactCollectionMembership(name: $name) { __typename versionIndex aliases { __typename alias } artifactCollection { __typename name } artifact { id files(first: 5000) { edges { node { __typename name directUrl } } pageInfo { hasNextPage } } currentManifest { file { directUrl } } } } } }';
const NAMED =
  'query Artifact($name: String!) { project(name: "drive") { artifact(name: $name) { id digest } } }';

interface Membership {
  versionIndex: number;
  aliases: { alias: string }[];
  artifact: { id: string; files: { edges: { node: { name: string; directUrl: string } }[] } };
}

function logged() {
  const it = world();
  it.begin();
  const log = (digest: string, alias: string) => {
    const input = {
      projectName: "drive",
      runName: "seed0",
      artifactTypeName: "model",
      artifactCollectionName: "weights",
      digest,
      aliases: [{ artifactCollectionName: "weights", alias }],
    };
    const made = it.ask(CREATE, { input }) as { data: { createArtifact: { artifact: { id: string } } } };
    const folder = `artifacts/weights/${digest.slice(0, 12)}`;
    it.put(`${folder}/w.txt`, `of ${digest}`);
    const contents = { "w.txt": { digest: "x", size: 5 }, elsewhere: { ref: "s3://a", digest: "y" } };
    it.put(`${folder}/wandb_manifest.json`, JSON.stringify({ version: 1, contents }));
    it.ask(COMMIT, { input: { artifactID: made.data.createArtifact.artifact.id } });
  };
  const found = (name: string) => {
    const { data } = it.ask(BY_NAME, { name }) as {
      data: { project: { artifactCollectionMembership: Membership | null } };
    };
    return data.project.artifactCollectionMembership;
  };
  return { ...it, log, found };
}

test("an artifact is found by alias, latest and version, with its files, and by no other name", () => {
  const { log, found, take, ask } = logged();
  log("a".repeat(32), "best");
  log("b".repeat(32), "candidate");
  expect([found("weights:none"), found("other:latest"), found("weights:v2")]).toEqual([null, null, null]);
  expect(found("weights:best")).toMatchObject({
    __typename: "ArtifactCollectionMembership",
    versionIndex: 0,
    aliases: [{ __typename: "ArtifactAlias", alias: "best" }],
    artifactCollection: { __typename: "ArtifactSequence", name: "weights" },
  });
  expect(found("weights:latest")?.artifact.id).toBe(found("weights:candidate")?.artifact.id);
  expect(found("weights:v1")?.aliases.map(({ alias }) => alias)).toEqual(["candidate", "latest"]);
  const { edges } = found("weights:v0")!.artifact.files;
  expect(edges).toMatchObject([{ node: { __typename: "File", name: "w.txt" } }]);
  const { pathname, search } = new URL(edges[0].node.directUrl);
  expect(String(take(request("GET", pathname + search)).body)).toBe(`of ${"a".repeat(32)}`);
  expect(ask(NAMED, { name: "weights:best" })).toMatchObject({
    data: { project: { artifact: { digest: "a".repeat(32) } } },
  });
});

test("an alias moves to the version that was given it last", () => {
  const { log, found } = logged();
  log("a".repeat(32), "best");
  log("b".repeat(32), "best");
  expect(found("weights:best")?.versionIndex).toBe(1);
});

test("an artifact whose name or file would lead out of a folder is refused in one sentence, kept in the run", () => {
  const { begin, ask, put, said, found } = logged();
  begin();
  const input = { projectName: "drive", runName: "seed0", artifactTypeName: "model", digest: "d".repeat(32) };
  const message = (answer: unknown) => (answer as { errors: { message: string }[] }).errors[0].message;
  const named = message(ask(CREATE, { input: { ...input, artifactCollectionName: ".." } }));
  const made = ask(CREATE, { input: { ...input, artifactCollectionName: "data" } }) as {
    data: { createArtifact: { artifact: { id: string } } };
  };
  const contents = { "../../.bashrc": { digest: "x", size: 5 } };
  put(`artifacts/data/${"d".repeat(12)}/wandb_manifest.json`, JSON.stringify({ version: 1, contents }));
  const filed = message(ask(COMMIT, { input: { artifactID: made.data.createArtifact.artifact.id } }));
  expect(filed).toContain("../../.bashrc");
  expect(said()).toContain(filed);
  expect(named).not.toBe(filed);
  expect(found("data:latest")).toBeNull();
});
