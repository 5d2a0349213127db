import { describe, expect, test } from "vitest";
import { selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import type { Keep } from "../../contracts/housekeeping/annotations.ts";
import { listRuns } from "../runs/list.ts";
import { stopRun } from "../runs/stop.ts";
import { runTable } from "../run-table/table.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { ListRunsInput } from "../../contracts/run.ts";
import { addBenchmark, codeOf, launch, makeWorld, type World } from "../testing.ts";
import { keep } from "./annotate.ts";
import { annotationsOf, tagsOfRuns } from "./read.ts";

/** Three runs of one experiment that have ended. */
function endedRuns() {
  const world = makeWorld();
  const { runs, experimentId } = launch(world, { seeds: [0, 1, 2] });
  for (const { id } of runs) stopRun(world.ctx, id);
  return { world, experimentId, ids: runs.map(({ id }) => id) };
}

const shown = async ({ ctx }: World, more: Partial<RunTableInput> = {}) => {
  const { entries } = await runTable(ctx, RunTableInput.parse(more));
  return entries.flatMap((entry) => (entry.kind === "run" ? entry.run.name : []));
};

const listed = ({ ctx }: World, more: Partial<ListRunsInput> = {}) =>
  listRuns(ctx, ListRunsInput.parse(more)).rows.map(({ name }) => name);

describe("names, tags, notes, pins and the archive", () => {
  test("every change answers what takes it back, and that puts everything as it was", () => {
    const { world, experimentId, ids } = endedRuns();
    const all = [...ids, experimentId];
    keep(world.ctx, { changes: [{ id: ids[0], tags: ["old"], notes: "before" }] });
    const before = annotationsOf(world.ctx, all);
    const names = listed(world);
    const changes: Keep[] = [
      { id: ids[0], name: "start", addTags: ["paper", "old"], notes: "after", pinned: true },
      { id: ids[0], removeTags: ["old"] },
      { id: ids[1], archived: true },
      { id: experimentId, name: "Another question", pinned: true },
    ];
    const { changed, undo } = keep(world.ctx, { changes });
    expect(changed).toBe(3);
    expect(annotationsOf(world.ctx, [ids[0]])[ids[0]]).toEqual({
      tags: ["paper"],
      notes: "after",
      pinned: true,
      archived: false,
    });
    keep(world.ctx, { changes: undo });
    expect(annotationsOf(world.ctx, all)).toEqual(before);
    expect(listed(world)).toEqual(names);
  });

  test("a name that comes back in one change is the name, and taking the change back goes through the same", () => {
    const { world, ids } = endedRuns();
    const [name] = listed(world);
    const { undo } = keep(world.ctx, {
      changes: ["other", name, "third", name].map((to) => ({ id: ids[0], name: to })),
    });
    expect(listed(world)[0]).toBe(name);
    keep(world.ctx, { changes: undo });
    expect(listed(world)[0]).toBe(name);
  });

  test("taking a change back leaves alone what others wrote meanwhile", () => {
    const { world, ids } = endedRuns();
    const [id] = ids;
    const kept = () => annotationsOf(world.ctx, [id])[id];
    keep(world.ctx, { changes: [{ id, tags: ["old"], notes: "first" }] });
    const tagged = keep(world.ctx, { changes: [{ id, tags: ["paper"] }] });
    const noted = keep(world.ctx, { changes: [{ id, notes: "second" }] });
    keep(world.ctx, { changes: [{ id, addTags: ["theirs"], notes: "theirs" }] });
    keep(world.ctx, { changes: tagged.undo });
    expect(kept().tags).toEqual(["theirs", "old"]);
    expect(() => keep(world.ctx, { changes: noted.undo })).toThrow("were changed meanwhile");
    expect(kept().notes).toBe("theirs");
  });

  test("notes that are already what somebody wants are no conflict, whatever they saw", () => {
    const { world, ids } = endedRuns();
    const [id] = ids;
    keep(world.ctx, { changes: [{ id, notes: "second" }] });
    const same = { id, notes: "second", notesWere: "first" };
    expect(keep(world.ctx, { changes: [same] }).message).toBe("Nothing was to change.");
    expect(() => keep(world.ctx, { changes: [{ ...same, notes: "third" }] })).toThrow(
      "were changed meanwhile",
    );
  });

  test("nothing is kept of a change where one of them is refused", () => {
    const { world, ids } = endedRuns();
    const gone = "run_0000000000000000";
    expect(() =>
      keep(world.ctx, {
        changes: [
          { id: ids[0], name: "start" },
          { id: gone, pinned: true },
        ],
      }),
    ).toThrow(`There is no run ${gone}.`);
    expect(listed(world)).not.toContain("start");
  });

  test("says what it did, and that there was nothing to do", () => {
    const { world, experimentId, ids } = endedRuns();
    const said = (changes: Keep[]) => keep(world.ctx, { changes }).message;
    const [name] = listed(world);
    expect(said([{ id: ids[0], name: "start" }])).toBe(`Renamed ${name} to start.`);
    expect(said(ids.map((id) => ({ id, archived: true })))).toBe("Archived 3 runs.");
    expect(said(ids.map((id) => ({ id, archived: true })))).toBe("Nothing was to change.");
    expect(said(ids.map((id) => ({ id, addTags: ["paper"] })))).toBe("Tagged 3 runs.");
    keep(world.ctx, { changes: [{ id: experimentId, addTags: ["paper", "table"] }] });
    expect(tagsOfRuns(world.ctx)).toEqual([{ tag: "paper", n: 3 }]);
  });

  test("a tag is one visible word, and a name shows something", () => {
    const { world, ids } = endedRuns();
    const refusal = (change: Omit<Keep, "id">) => () =>
      keep(world.ctx, { changes: [{ id: ids[0], ...change }] });
    expect(refusal({ addTags: ["two words"] })).toThrow("A tag is one word");
    expect(refusal({ addTags: ["a\u202eb"] })).toThrow("only characters that can be seen");
    expect(refusal({ name: " \u200b" })).toThrow("only characters that can be seen");
  });
});

describe("what is archived", () => {
  test("is in no list but that of the archive and that of its own experiment", async () => {
    const { world, experimentId, ids } = endedRuns();
    const [first, ...others] = listed(world);
    keep(world.ctx, { changes: [{ id: ids[0], archived: true }] });
    expect(listed(world)).toEqual(others);
    expect(await shown(world)).toEqual(others);
    expect(listed(world, { state: "archived" })).toEqual([first]);
    expect(await shown(world, { state: "archived" })).toEqual([first]);
    expect(await shown(world, { experimentId })).toHaveLength(3);
  });

  test("goes with its experiment", async () => {
    const { world, experimentId } = endedRuns();
    keep(world.ctx, { changes: [{ id: experimentId, archived: true }] });
    expect(await shown(world)).toEqual([]);
    expect(await shown(world, { state: "archived" })).toHaveLength(3);
  });

  test("has ended: what runs or waits is refused, by itself and with its experiment", () => {
    const world = makeWorld();
    const { runs, experimentId } = launch(world, { seeds: [0, 1] });
    expect(() => keep(world.ctx, { changes: [{ id: runs[0].id, archived: true }] })).toThrow(
      "Stop it first.",
    );
    expect(() => keep(world.ctx, { changes: [{ id: experimentId, archived: true }] })).toThrow(
      '2 runs of "A question" have not ended',
    );
  });
});

test("the run table finds runs by a tag of theirs or of their experiment, and shows pinned ones first", async () => {
  const { world, experimentId, ids } = endedRuns();
  const [first, , last] = listed(world);
  keep(world.ctx, { changes: [{ id: ids[2], addTags: ["Figure2"] }] });
  expect(await shown(world, { search: "figure" })).toEqual([last]);
  expect(await shown(world, { where: [{ column: "tags", op: "has", value: "figure2" }] })).toEqual([last]);
  keep(world.ctx, { changes: [{ id: experimentId, addTags: ["figures"] }] });
  expect(await shown(world, { search: "figures" })).toHaveLength(3);
  keep(world.ctx, { changes: [{ id: ids[0], pinned: true }] });
  expect((await shown(world))[0]).toBe(first);
});

test("a benchmark answers to its former names, which no other may take", () => {
  const world = makeWorld();
  const [one, two] = ["one", "two"].map((name) => addBenchmark(world, name));
  keep(world.ctx, { changes: [{ id: one, name: "holdout" }] });
  expect(selectBenchmarkByName(world.ctx.db, "one")?.id).toBe(one);
  expect(selectBenchmarkByName(world.ctx.db, "holdout")?.id).toBe(one);
  const taken = (name: string) => () => keep(world.ctx, { changes: [{ id: two, name }] });
  expect(taken("one")).toThrow('"one" is a former name of holdout. Choose another name.');
  expect(taken("holdout")).toThrow('"holdout" is another benchmark. Choose another name.');
  const { undo } = keep(world.ctx, { changes: [{ id: one, name: "one" }] });
  expect(undo).toEqual([{ id: one, name: "holdout", nameWas: "one" }]);
});

test("a name that somebody gave meanwhile is not written over, also by what takes an own one back", () => {
  const world = makeWorld();
  const id = addBenchmark(world, "holdout");
  const { undo } = keep(world.ctx, { changes: [{ id, name: "mine", nameWas: "holdout" }] });
  keep(world.ctx, { changes: [{ id, name: "theirs", nameWas: "mine" }] });
  const late = codeOf(() => keep(world.ctx, { changes: [{ id, name: "again", nameWas: "mine" }] }));
  expect(late.code).toBe("conflict");
  expect(() => keep(world.ctx, { changes: undo })).toThrow(
    "mine was renamed to theirs meanwhile. Nothing was overwritten; look at it first.",
  );
  expect(keep(world.ctx, { changes: [{ id, name: "theirs", nameWas: "mine" }] }).changed).toBe(0);
  expect(keep(world.ctx, { changes: [{ id, name: "asked for" }] }).changed).toBe(1);
});
