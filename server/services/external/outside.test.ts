import { describe, expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { getRun } from "../runs/get.ts";
import { deleteRun } from "../runs/delete.ts";
import { listWorkers } from "../workers/list.ts";
import { codeOf, makeWorld } from "../testing.ts";
import { externalVerbs } from "./make-verbs.ts";
import { externalWorld, tableOfValues } from "./testing.ts";
import { createToken, ingestActorOf, listTokens, revokeToken } from "./tokens.ts";

describe("a token", () => {
  test("is long enough for every client, holds letters and digits, and is not stored", () => {
    const { ctx } = makeWorld();
    const { token, id } = createToken(ctx, { name: "node" });
    expect(token).toMatch(/^abl_in_[0-9A-Za-z]{33}$/);
    expect(ingestActorOf(ctx, token)?.tokenId).toBe(id);
    const stored = JSON.stringify(ctx.db.$client.prepare("select * from ingest_tokens").all());
    expect(stored).not.toContain(token);
  });

  test("opens nothing once it is revoked, and is still listed with who did it", () => {
    const { ctx } = makeWorld();
    const { token } = createToken(ctx, { name: "node" });
    revokeToken(ctx, "node");
    expect(ingestActorOf(ctx, token)).toBeNull();
    expect(listTokens(ctx)[0]).toMatchObject({ name: "node", revokedBy: "tester" });
  });

  test("has no worker in the list of workers", () => {
    const { world, open } = externalWorld();
    open();
    expect(listWorkers(world.ctx)).toEqual([]);
  });

  test("of another project finds nothing and may write nowhere", () => {
    const { world, open } = externalWorld();
    const { runId } = open();
    const stranger = externalVerbs(
      world.as({ kind: "ingest", tokenId: "tok_x", projectId: "prj_other", name: "x" }),
    );
    expect(stranger.find({ experiment: "gsm8k", key: "r1" })).toBeNull();
    expect(codeOf(() => stranger.hear(runId)).code).toBe("not_found");
    expect(codeOf(() => stranger.isStopAsked(runId)).code).toBe("not_found");
  });
});

describe("opening", () => {
  test("makes a run that runs by the client's word, in an experiment of the client's project", () => {
    const { world, open } = externalWorld();
    const { runId, created } = open({ name: "grpo-s1", config: { seed: 1, beta: 0.04 } });
    expect(created).toBe(true);
    const run = selectRun(world.ctx.db, runId);
    expect(run).toMatchObject({
      origin: "external",
      statusSource: "client",
      state: "running",
      seed: 1,
      name: "grpo-s1",
    });
    expect(getRun(world.ctx, runId).row.experiment).toBe("gsm8k");
  });

  test("again finds the same run, and its facts come together", () => {
    const { open } = externalWorld();
    const first = open({ config: { lr: 1 }, tags: ["a"] });
    const second = open({ config: { beta: 2 } });
    expect(second).toMatchObject({ runId: first.runId, created: false });
    expect(second.facts).toMatchObject({ config: { lr: 1, beta: 2 }, tags: ["a"] });
  });

  test("as new makes another run of the same key, but a repeated request does not", () => {
    const { open, verbs } = externalWorld();
    const first = open({ resume: "never" });
    expect(open({ resume: "never" }).runId).toBe(first.runId);
    const other = open({ resume: "never", writer: "w2" });
    expect(other.runId).not.toBe(first.runId);
    expect(verbs.find({ experiment: "gsm8k", key: "r1" })?.runId).toBe(other.runId);
  });

  test("a deleted run is not found, and its key makes a new one", async () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    await verbs.keepFile(runId, { path: "a.txt", type: null, bytes: Buffer.from("a") });
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: null,
      ids: ["a"],
      table: tableOfValues("loss", [1]),
    });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    deleteRun(world.ctx, runId);
    expect(verbs.find({ experiment: "gsm8k", key: "r1" })).toBeNull();
    expect(open().created).toBe(true);
  });

  test.each(["a/../../b", "..", "x\u202egol", "", " ", "🦊".repeat(200)])(
    "a key, a name and a project of %j are data",
    (text) => {
      const { world, open, verbs } = externalWorld();
      const { runId } = open({ key: text, name: text, experiment: text });
      expect(verbs.find({ experiment: text, key: text })?.runId).toBe(runId);
      expect(getRun(world.ctx, runId).row.name).not.toContain("\u202e");
    },
  );
});
