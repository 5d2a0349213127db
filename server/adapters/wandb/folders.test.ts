import { expect, test } from "vitest";
import { world } from "./testing.ts";

const history = (...lines: string[]) => ({ "wandb-history.jsonl": { offset: 0, content: lines } });

test.each([
  ["written offline", { config: JSON.stringify({ _wandb: { value: { t: { 3: [4, 14] } } } }) }],
  ["of a run that was live", { program: "/venv/bin/wandb" }],
  ["sent by the module", { program: "/venv/lib/wandb/__main__.py" }],
])("a folder, %s, is one run however often it is sent, each time by a process of its own", (_, said) => {
  const it = world();
  it.begin();
  const rows = ['{"x":1,"_step":0,"_timestamp":1}', '{"x":2,"_step":1,"_timestamp":2}'];
  it.stream(history(...rows));
  const sent = [...rows, '{"x":3,"_step":2,"_timestamp":3}'];
  const writers = [0, 1].map(() => {
    const { bucket } = it.begin(said);
    expect(bucket).toMatchObject({ name: "seed0", historyLineCount: 0 });
    const entity = bucket.project.entity.name;
    const path = `/files/${entity}/drive/seed0/file_stream`;
    it.stream(history(...sent), { complete: true, exitcode: 0 }, { path });
    return entity;
  });
  expect(new Set(writers).size).toBe(2);
  expect(it.verbs.runs.size).toBe(1);
  expect([...it.run().rows.values()].flat().map(({ values }) => values.x)).toEqual([1, 2, 3]);
});

test("a fork says of which run it was made, and at which step", () => {
  const it = world();
  it.begin({ displayName: "parent" });
  const branch_point = { run_id: "seed0", step: 10 };
  it.begin({ name: "child", config: JSON.stringify({ _wandb: { value: { branch_point } } }) });
  const notes = it.run("drive/child").notes.map(({ message }) => message);
  expect(notes.filter((note) => note.includes("parent") && note.includes("10"))).toHaveLength(1);
});
