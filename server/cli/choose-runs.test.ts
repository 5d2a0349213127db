import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { updateName } from "#db/queries/annotations.ts";
import { handleTrpc } from "../http/trpc-handler.ts";
import { getRun } from "../services/runs/get.ts";
import type { RunList } from "../contracts/run.ts";
import { comparisonWorld } from "../services/compare/testing.ts";
import { keep } from "../services/annotations/annotate.ts";
import { freshKey, launch, makeWorld, problemHashes } from "../services/testing.ts";
import type { Verb } from "./verb.ts";
import { verb as compareVerb } from "./verbs/compare.ts";
import { verb as deleteVerb } from "./verbs/delete.ts";
import { verb as runVerb } from "./verbs/run.ts";
import { verb as runsVerb } from "./verbs/runs.ts";
import { verb as stopVerb } from "./verbs/stop.ts";
import { idleDoors } from "./testing.ts";

/** Which runs the verbs take for a word, against real services over HTTP. */
async function bench(world = makeWorld()) {
  const home = mkdtempSync(join(tmpdir(), "ablab-choose-"));
  const tokenFile = join(home, "token");
  writeFileSync(tokenFile, "any\n");
  const doors = idleDoors(home);
  const server = createServer((request, response) => {
    void handleTrpc(request, response, { services: world.ctx, doors });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    rmSync(home, { recursive: true, force: true });
  });
  const connection = {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    "token-file": tokenFile,
  };
  /** What a verb prints on stdout and on stderr. */
  async function told(verb: Verb, words: string[], options: Record<string, string | boolean> = {}) {
    const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      await verb.run({ words, options: { ...connection, ...options } });
      return [out, err].map((stream) => stream.mock.calls.map(([text]) => String(text)).join(""));
    } finally {
      out.mockRestore();
      err.mockRestore();
    }
  }
  /** The same launched `times` times, a second apart, and given one name. */
  const again = (times: number) =>
    Array.from({ length: times }, () => {
      world.clock.now += 1000;
      const { runs, experimentId } = launch(world, {}, { launchKey: freshKey() });
      updateName(world.ctx.db, "run", runs[0].id, "baseline");
      return { ...runs[0], name: "baseline", experimentId };
    });
  return { world, told, again };
}

test("run shows the newest of several runs with one name and says so on stderr, away from what scripts read", async () => {
  const { told, again } = await bench();
  const [, newest] = again(2);
  const [out, err] = await told(runVerb, [newest.name], { json: true });
  expect((JSON.parse(out) as { row: { id: string } }).row.id).toBe(newest.id);
  expect(err).toBe(`ablab: "${newest.name}": 2 runs have this name; this is the newest (id ${newest.id}).\n`);
  expect((await told(runVerb, [newest.id]))[1]).toBe("");
});

test("stop and delete refuse such a name with the ids, and change nothing", async () => {
  const { world, told, again } = await bench();
  const runs = again(2);
  for (const verb of [stopVerb, deleteVerb])
    await expect(told(verb, [runs[0].name])).rejects.toThrow(
      `2 runs have this name${verb === stopVerb ? ", and 2 of them have not ended" : ""}: ${runs[1].id} (queued), ${runs[0].id} (queued)`,
    );
  expect(runs.map((run) => getRun(world.ctx, run.id).row.state)).toEqual(["queued", "queued"]);
});

test("stop takes an experiment by its id or by --experiment, and leaves the others alone", async () => {
  const { world, told, again } = await bench();
  const [first, second, third] = again(3);
  expect((await told(stopVerb, [first.experimentId]))[0]).toBe("1 run taken out of the queue.\n");
  expect((await told(stopVerb, [], { experiment: second.experimentId, json: true }))[0]).toContain(
    '"dequeued": 1',
  );
  expect([first, second, third].map((run) => getRun(world.ctx, run.id).row.state)).toEqual([
    "killed",
    "killed",
    "queued",
  ]);
});

test("stop takes the title of an experiment where no run is called so, and no start of its id", async () => {
  const { world, told, again } = await bench();
  const [first] = again(1);
  updateName(world.ctx.db, "experiment", first.experimentId, "Does KL matter?");
  const start = first.experimentId.slice("exp_".length, "exp_".length + 6);
  for (const word of ["No such", start, "latest experiment"])
    await expect(told(stopVerb, [word])).rejects.toThrow(`There is no run "${word}"`);
  expect(getRun(world.ctx, first.id).row.state).toBe("queued");
  expect((await told(stopVerb, ["Does KL matter?"]))[0]).toBe("1 run taken out of the queue.\n");
});

test("delete takes a run with --yes alone, and says without it what would go", async () => {
  const { world, told, again } = await bench();
  const [run] = again(1);
  await told(stopVerb, [run.id]);
  await expect(told(deleteVerb, [run.id])).rejects.toThrow(
    "baseline holds no data. Nothing was deleted; to do it, add --yes.",
  );
  expect(getRun(world.ctx, run.id).row.state).toBe("killed");
  expect((await told(deleteVerb, [run.id], { yes: true }))[0]).toContain("Deleted baseline.");
  expect(() => getRun(world.ctx, run.id)).toThrow("There is no run");
});

test("several runs are stopped and deleted together, and none where one word stands for none", async () => {
  const { world, told, again } = await bench();
  const [a, b, c] = again(3);
  const stateOf = ({ id }: { id: string }) => getRun(world.ctx, id).row.state;
  await expect(told(stopVerb, [a.id, b.id, "no-such"])).rejects.toThrow('There is no run "no-such"');
  expect([a, b, c].map(stateOf)).toEqual(["queued", "queued", "queued"]);
  expect((await told(stopVerb, [a.id, b.id, a.id]))[0]).toBe("2 runs taken out of the queue.\n");
  expect([a, b, c].map(stateOf)).toEqual(["killed", "killed", "queued"]);
  await expect(told(deleteVerb, [a.id, b.id])).rejects.toThrow("Nothing was deleted; to do it, add --yes.");
  await expect(told(deleteVerb, [a.id, c.id], { yes: true })).rejects.toThrow(
    /baseline is queued; only a run that h/,
  );
  expect(stateOf(a)).toBe("killed");
  expect((await told(deleteVerb, ["run", a.id, b.id], { yes: true }))[0]).toContain("Deleted 2 runs.");
  expect(() => stateOf(a)).toThrow("There is no run");
  expect(stateOf(c)).toBe("queued");
});

test("runs are found by a tag, and a search that finds none does not say that there are none", async () => {
  const { world, told, again } = await bench();
  const [tagged] = again(2);
  keep(world.ctx, { changes: [{ id: tagged.id, addTags: ["figure9"] }] });
  const found = JSON.parse((await told(runsVerb, [], { search: "figure9", json: true }))[0]) as RunList;
  expect(found.rows.map(({ id }) => id)).toEqual([tagged.id]);
  expect((await told(runsVerb, [], { search: "figure8" }))[0]).toBe("No run fits that.\n");
});

test("compare puts each side beside the first with its interval, n and p, and says why where it may not", async () => {
  const hashes = problemHashes(120, "shared");
  const { world } = comparisonWorld({
    baseline: { hashes, solvedAt: (i) => (i < 60 ? 3 : null) },
    no_kl: { hashes, solvedAt: (i) => (i >= 10 && i < 85 ? 4 : null) },
    token_loss: { hashes: problemHashes(90, "others"), solvedAt: () => 2 },
  });
  const { told } = await bench(world);
  const [out] = await told(compareVerb, ["baseline-s0", "no_kl-s0"]);
  expect(out).toMatch(
    /RR@5 +baseline-s0 +50\.0 % \[[\d., ]+\] +n 120\n +no_kl-s0 +62\.5 % .* \+12\.5 pp \[.*\], p = /,
  );
  const [json] = await told(compareVerb, ["baseline-s0", "no_kl-s0"], { json: true });
  const { rows } = JSON.parse(json) as { rows: { id: string; differences: ({ value: number } | null)[] }[] };
  expect(rows[0].differences[0]).toBeNull();
  expect(rows[0].differences[1]?.value).toBeCloseTo(15 / 120, 10);
  const [apart] = await told(compareVerb, ["baseline-s0", "token_loss-s0"]);
  expect(apart).toMatch(/token_loss-s0: .*problems/);
  expect(apart).not.toMatch(/ pp /);
  await expect(told(compareVerb, ["baseline-s0", "baseline-s0"])).rejects.toThrow("These are one evaluation");
});

test("stop wants one thing to stop", async () => {
  const { told } = await bench();
  await expect(told(stopVerb, [])).rejects.toThrow("Say what to stop");
  await expect(told(stopVerb, ["a"], { experiment: "b" })).rejects.toThrow("Say what to stop");
});
