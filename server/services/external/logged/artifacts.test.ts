import { expect, test } from "vitest";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import { getRun } from "../../runs/get.ts";
import { externalWorld } from "../testing.ts";

const weights = { experiment: "gsm8k", type: "model", name: "weights" };

function logging() {
  const { world, verbs, again, open } = externalWorld();
  const { runId } = open();
  const { artifacts } = verbs;
  const log = (digest: string, aliases: string[] = [], clientId: string | null = null) => {
    const sent = { ...weights, digest };
    artifacts.begin(runId, { ...sent, key: "r1", clientId, aliases });
    artifacts.commit(runId, sent, { bytes: 5, files: 1 });
  };
  const digestOf = (name: string, from = artifacts) => from.find("gsm8k", name)?.digest ?? null;
  return { world, again, open, runId, artifacts, log, digestOf };
}

test("a version is found by alias, number and as the newest, also by another token and after a restart", () => {
  const { again, log, digestOf } = logging();
  log("a", ["best"]);
  log("b", ["candidate"]);
  const { artifacts } = again();
  for (const from of [undefined, artifacts])
    expect(
      ["best", "candidate", "v0", "v1", "latest", "v2", "none"].map((alias) =>
        digestOf(`weights:${alias}`, from),
      ),
    ).toEqual(["a", "b", "a", "b", "b", null, null]);
  expect([digestOf("weights"), digestOf("other"), artifacts.find("elsewhere", "weights")]).toEqual([
    "b",
    null,
    null,
  ]);
});

test("an alias is of one version at a time, is taken away, and never hides what is newest", () => {
  const { log, artifacts, digestOf } = logging();
  log("a", ["best", "latest"]);
  log("b", ["best"]);
  expect([digestOf("weights:best"), digestOf("weights:latest")]).toEqual(["b", "b"]);
  artifacts.call({ ...weights, key: "r1", digest: "a" }, { add: ["best", "v1"], remove: ["none"] });
  expect([digestOf("weights:best"), digestOf("weights:v1")]).toEqual(["a", "b"]);
  artifacts.call({ ...weights, key: "r1", digest: "a" }, { remove: ["best"] });
  expect(digestOf("weights:best")).toBeNull();
});

test("a version counts from when its files are there; sent again it is the same one", () => {
  const { runId, artifacts, log, digestOf } = logging();
  log("a");
  artifacts.begin(runId, { ...weights, key: "r1", digest: "b", clientId: "c", aliases: ["best"] });
  expect([digestOf("weights"), digestOf("weights:best"), artifacts.sentAs("c")?.digest]).toEqual([
    "a",
    null,
    "b",
  ]);
  expect([artifacts.begun("gsm8k", "weights")?.digest, artifacts.begun("gsm8k", "none")]).toEqual([
    "b",
    null,
  ]);
  log("a", ["again"]);
  expect(artifacts.find("gsm8k", "weights:again")).toMatchObject({
    version: 0,
    aliases: ["again", "latest"],
  });
});

test("a name that would lead out of a folder is refused, and one with dots in it is not", () => {
  const { runId, artifacts, digestOf } = logging();
  const begin = (name: string) =>
    artifacts.begin(runId, { ...weights, name, key: "r1", digest: "a", clientId: null, aliases: [] });
  for (const name of ["..", "../weights", "a/../../b", "a\\..\\b", "/etc"])
    expect(() => begin(name), name).toThrow("would lead out of the folder");
  begin("v1..2");
  artifacts.commit(runId, { ...weights, name: "v1..2", digest: "a" }, { bytes: 0, files: 0 });
  expect(digestOf("v1..2")).toBe("a");
});

test("the page of a run lists the versions that it logged, and they go with it", () => {
  const { world, runId, log, digestOf } = logging();
  log("a", ["best"]);
  expect(getRun(world.ctx, runId).logged.artifacts).toMatchObject([
    { name: "weights", version: 0, aliases: ["best", "latest"], files: 1, bytes: 5 },
  ]);
  deleteRunRows(world.ctx.db, runId, 0);
  expect(digestOf("weights:best")).toBeNull();
});
