import { expect, test } from "vitest";
import { updateRunFacts } from "#db/queries/external.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { ExternalRun } from "../../../contracts/external/verbs.ts";
import {
  readSupervised,
  tokenForSupervised,
  type SupervisedRun,
} from "../../../../workers/protocol/loggers/supervised-token.ts";
import { listExperiments } from "../../experiments/list.ts";
import { deleteRun } from "../../runs/delete.ts";
import { getRun } from "../../runs/get.ts";
import { makeWorld } from "../../testing.ts";
import { findByLink } from "../places/find-by-link.ts";
import { externalVerbs } from "../make-verbs.ts";
import { points, tableOfValues } from "../testing.ts";
import { createToken, ingestActorOf, revokeToken } from "../tokens.ts";
import { supervisedVerbs } from "./supervised.ts";

const BEGAN: SupervisedRun = { experiment: "train", key: "k1", given: [] };
const BY: ExternalRun = {
  experiment: "train",
  key: "k1",
  client: "ablab run",
  writer: "witness",
  resume: "allow",
};

/** What a witness can do by its token, and what the loggers of its command can by theirs. */
function worldUnder(began: SupervisedRun = BEGAN) {
  const world = makeWorld();
  const { token } = createToken(world.ctx, { name: "node" });
  const actorOf = (text: string) => {
    const actor = ingestActorOf(world.ctx, text);
    if (!actor) throw new Error("The token opens nothing.");
    return actor;
  };
  const witness = externalVerbs(world.as(actorOf(token)));
  const { witnessed, ...own } = actorOf(tokenForSupervised(token, began));
  expect([own, witnessed]).toEqual([actorOf(token), began]);
  const logger = supervisedVerbs(world.as(own), began);
  const open = (client: string, key: string, more: Partial<ExternalRun> = {}) =>
    logger.open({ experiment: "gsm8k", key, client, writer: "main", resume: "allow", ...more });
  const titles = () => listExperiments(world.ctx).map(({ title }) => title);
  return { world, token, witness, logger, open, titles };
}

const rows = (metric: string, values: number[]) => ({
  writer: "main",
  stream: "history" as const,
  offset: 0,
  table: tableOfValues(metric, values),
});

test.each(["witness", "logger"])(
  "the first run that a logger opens is the witnessed one, under its own name and project; the %s speaks first",
  (first) => {
    const { world, witness, logger, open, titles } = worldUnder();
    const begin = () => witness.open(BY);
    const log = () => open("wandb 0.31.0", "abc", { name: "lr 3", config: { lr: 3, seed: 7 } });
    const [one, other] = first === "witness" ? [begin(), log()] : [log(), begin()];
    const { runId } = one;
    expect(other.runId).toBe(runId);
    logger.log(runId, rows("loss", [1, 2]));
    // Each finds it by its own words, and so does whoever resumes it without a witness, or opens the link that wandb prints.
    expect(witness.find({ experiment: "train", key: "k1" })?.runId).toBe(runId);
    expect(logger.find({ experiment: "gsm8k", key: "abc" })?.runId).toBe(runId);
    expect(witness.find({ experiment: "gsm8k", key: "abc" })).toMatchObject({ runId, rows: 2 });
    expect(findByLink(world.ctx, { place: "gsm8k", key: "abc" })).toEqual({ path: `/runs/${runId}` });
    expect(titles()).toEqual(["gsm8k"]);
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ name: "lr 3", seed: 7 });
    expect(points(world, runId, "loss")).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect([begin().runId, log().runId]).toEqual([runId, runId]);
    expect(log().created).toBe(false);
    expect([...witness.list("gsm8k")]).toHaveLength(1);
    witness.end(runId, { state: "finished", exitCode: 0, reason: null });
    deleteRun(world.ctx, runId);
    expect(witness.find({ experiment: "gsm8k", key: "abc" })).toBeNull();
  },
);

const MADE = { ...BY, name: "train.py", nameIsMade: true };

test.each(["witness", "logger"])(
  "a name that a witness made of its command stands only until the first logger says one; the %s speaks first",
  (first) => {
    const { world, witness, open } = worldUnder();
    const log = () => open("wandb 0.31.0", "abc", { name: "lr 3" });
    const { runId } = first === "witness" ? witness.open(MADE) : log();
    if (first === "witness") expect(selectRun(world.ctx.db, runId)?.name).toBe("train.py");
    expect((first === "witness" ? log() : witness.open(MADE)).runId).toBe(runId);
    open("mlflow 3.17.2", "digest", { name: "bold-fox-1" });
    witness.open(MADE);
    expect(selectRun(world.ctx.db, runId)?.name).toBe("lr 3");
  },
);

test("a run that its logger did not name is called by the command, and as a person calls it from then on", () => {
  const { world, witness, open } = worldUnder();
  const { runId } = open("wandb 0.31.0", "abc");
  witness.open(MADE);
  expect(selectRun(world.ctx.db, runId)?.name).toBe("train.py");
  updateRunFacts(world.ctx.db, runId, { name: "the good one" });
  witness.open(MADE);
  expect(selectRun(world.ctx.db, runId)?.name).toBe("the good one");
});

test("a later run of the same logger, and one that was there before, is its own with its own end", () => {
  const { world, witness, logger, open } = worldUnder();
  const before = witness.open({ ...BY, experiment: "gsm8k", key: "old", client: "wandb 0.31.0" });
  const { runId } = witness.open(BY);
  expect(open("wandb 0.31.0", "old").runId).toBe(before.runId);
  expect(open("wandb 0.31.0", "abc")).toMatchObject({ runId, created: true });
  const second = open("wandb 0.31.0", "def");
  expect(second).toMatchObject({ created: true });
  expect(new Set([before.runId, runId, second.runId]).size).toBe(3);
  for (const id of [runId, second.runId]) logger.end(id, { state: "finished", exitCode: 0, reason: null });
  expect([runId, second.runId].map((id) => getRun(world.ctx, id).row.state)).toEqual(["running", "finished"]);
});

test("loggers of several kinds are one run, where the first one says whose name and project it has", () => {
  const { world, witness, logger, open, titles } = worldUnder();
  const { runId } = witness.open(BY);
  expect(open("wandb 0.31.0", "abc", { name: "lr 3" }).runId).toBe(runId);
  expect(open("mlflow 3.17.2", "digest", { experiment: "Default", name: "bold-fox-1" }).runId).toBe(runId);
  expect(open("trackio", "uuid", { experiment: "huggingface", name: "dainty-1" }).runId).toBe(runId);
  expect(logger.find({ experiment: "Default", key: "digest" })?.runId).toBe(runId);
  expect(titles()).toEqual(["gsm8k"]);
  expect(selectRun(world.ctx.db, runId)?.name).toBe("lr 3");
});

test("what a person gave to the witness counts, and console, Stop and end are the witness's", () => {
  const { world, witness, logger, open, titles } = worldUnder({ ...BEGAN, given: ["experiment", "name"] });
  const { runId } = witness.open({ ...BY, name: "mine" });
  expect(open("wandb 0.31.0", "abc", { name: "lr 3" }).runId).toBe(runId);
  logger.describe(runId, { name: "again", notes: "n" });
  expect(logger.find({ experiment: "gsm8k", key: "abc" })?.runId).toBe(runId);
  expect(titles()).toEqual(["train"]);
  expect(selectRun(world.ctx.db, runId)?.name).toBe("mine");
  witness.print(runId, { writer: "witness", offset: 0, text: "once\n" });
  logger.print(runId, { writer: "main", offset: 0, text: "once\n" });
  logger.end(runId, { state: "failed", exitCode: 1, reason: "its own word" });
  expect(getRun(world.ctx, runId).row.state).toBe("running");
  expect(
    world.ctx.db.$client.prepare("select sum(log_size) from attempts where run_id = ?").pluck().get(runId),
  ).toBe("once\n".length);
});

test("the token of a witness opens what its token opens: nothing once that is revoked, nor behind a foreign word", () => {
  const { world, token } = worldUnder();
  const { ctx } = world;
  const text = tokenForSupervised(token, BEGAN);
  expect(text).toMatch(/^[0-9a-f]+-abl_in_[0-9A-Za-z]{33}$/);
  expect(readSupervised(text)).toEqual({ token, witnessed: BEGAN });
  for (const odd of ["zz", "5b", "", "5b22", "00".repeat(5000)])
    expect(ingestActorOf(ctx, `${odd}-${token}`)?.witnessed, odd.slice(0, 20)).toBeUndefined();
  expect(ingestActorOf(ctx, text.slice(0, -1))).toBeNull();
  const long = { ...BEGAN, experiment: "x".repeat(3000) };
  expect(tokenForSupervised(token, long)).toBe(token);
  revokeToken(ctx, "node");
  expect(ingestActorOf(ctx, text)).toBeNull();
});

test("an end that was seen wins, whichever processes spoke a moment before and whoever names itself with it", () => {
  const { world, witness, logger, open } = worldUnder();
  const { runId } = witness.open(BY);
  open("mlflow 3.17.2", "abc");
  logger.log(runId, rows("loss", [1, 2]));
  witness.hear(runId, BY.writer);
  const seen = { host: "h", pid: 7, start: "1", boot: "b", user: null, signal: null, askedBy: null };
  const { now } = world.clock;
  witness.end(runId, {
    state: "failed",
    exitCode: 3,
    reason: null,
    writer: BY.writer,
    witness: { ...seen, startedAt: now - 1000, endedAt: now },
  });
  expect(selectRun(world.ctx.db, runId)).toMatchObject({ state: "failed", statusSource: "supervised" });
  logger.leave(runId, "main");
  expect(getRun(world.ctx, runId).attempts).toMatchObject([{ state: "failed", exit: { code: 3 } }]);
});
