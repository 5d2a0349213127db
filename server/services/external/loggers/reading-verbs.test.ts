import { expect, test } from "vitest";
import type { KeyAccess } from "../../../contracts/external/ingest-token.ts";
import type { ExternalVerbs } from "../../../contracts/external/verbs.ts";
import { moveThings } from "../../moving/move.ts";
import { createProject } from "../../projects/change.ts";
import { codeOf } from "../../testing.ts";
import { externalVerbs } from "../make-verbs.ts";
import { readingVerbs } from "./reading-verbs.ts";
import { externalWorld, tableOfValues } from "../testing.ts";
import { createToken, ingestActorOf } from "../tokens.ts";

const READS = [
  "find",
  "read",
  "list",
  "called",
  "places",
  "points",
  "rows",
  "latest",
  "latestOf",
  "listFiles",
  "readFile",
  "isStopAsked",
];

function withRun() {
  const { world, verbs, open } = externalWorld();
  const { runId } = open();
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1, 2]) });
  const key = (access: KeyAccess): ExternalVerbs => {
    const actor = ingestActorOf(world.ctx, createToken(world.ctx, { name: access, access }).token);
    if (!actor) throw new Error("the token opens nothing");
    return externalVerbs(world.as(actor));
  };
  return { world, runId, key, own: verbs };
}

const seen = (verbs: ExternalVerbs): number =>
  [...verbs.list("gsm8k")].length + [...verbs.called("gsm8k")].length;

test("a key that only writes lists and reads the runs that it brought, and goes on with others", () => {
  const { runId, key, own } = withRun();
  const other = key("write");
  expect([seen(own), seen(other)]).toEqual([2, 0]);
  expect(own.points(runId, "loss", { from: 0, most: 9 })).toHaveLength(2);
  expect(codeOf(() => other.points(runId, "loss", { from: 0, most: 9 })).code).toBe("forbidden");
  expect(other.find({ experiment: "gsm8k", key: "r1" })?.runId).toBe(runId);
});

test("a key that reads lists and reads all runs of its project", () => {
  const { runId, key } = withRun();
  for (const access of ["read", "both"] as const) {
    expect(seen(key(access))).toBe(2);
    expect(key(access).points(runId, "loss", { from: 0, most: 9 })).toHaveLength(2);
  }
});

test("a run that was moved into another project is not read by a key of the one that it left; its client goes on with it", () => {
  const { world, runId, key } = withRun();
  const [reader, writer] = [key("read"), key("write")];
  createProject(world.ctx, { name: "side" });
  moveThings(world.ctx, { ids: [runId], to: "side" });
  const place = { experiment: "gsm8k", key: "r1" };
  expect([reader.find(place), reader.read(runId)]).toEqual([null, null]);
  expect(codeOf(() => reader.points(runId, "loss", { from: 0, most: 9 })).code).toBe("not_found");
  expect(writer.find(place)?.runId).toBe(runId);
});

test("of a key that only reads every verb that changes something is refused", () => {
  const { own } = withRun();
  const verbs = readingVerbs(own);
  const { artifacts, ...rest } = verbs;
  const writes = Object.entries(rest).filter(([name]) => !READS.includes(name));
  expect(writes.length).toBeGreaterThan(10);
  const { begin, commit, call } = artifacts;
  for (const [name, verb] of [...writes, ["begin", begin], ["commit", commit], ["call", call]] as const)
    expect([name, codeOf(() => (verb as () => unknown)()).code]).toEqual([name, "forbidden"]);
});
