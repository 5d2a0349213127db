import { beforeAll, expect, test } from "vitest";
import type { LabelledStepsInput } from "../../../packs/repair/contracts/prm.ts";
import { listLabelSets } from "./overview.ts";
import { labelledSteps } from "./steps.ts";
import { labelsEvent, labelWorld, type LabelWorld, step } from "./testing.ts";

let world: LabelWorld;
let set: string;

beforeAll(() => {
  const long = Array.from({ length: 12 }, () => step("CHECK"));
  world = labelWorld([[step("GET_IIS"), step("DROP")], [step("DROP")], long]);
  const attempt = world.labeller();
  attempt.send(
    labelsEvent([
      { i: 0, step: 1, label: 0.2, reason: "diagnostic_action" },
      { i: 0, step: 2, label: 1, reason: "iis_reduced_by_1" },
      { i: 1, step: 1, label: 1, reason: "iis_reduced_by_12" },
      ...long.map((_, k) => ({ i: 2, step: k + 1, label: 0.2, reason: "diagnostic_action" })),
    ]),
  );
  set = listLabelSets(world.world.ctx)[0].id;
  world.world.ctx.db.$client.prepare("update problems set type = 'ABE' where hash = ?").run(world.hashes[1]);
  world.world.ctx.db.$client
    .prepare("update problems set type = 'Bound' where hash = ?")
    .run(world.hashes[2]);
});

const ask = (more: Partial<LabelledStepsInput>) =>
  labelledSteps(world.world.ctx, {
    sets: [set],
    label: null,
    reason: null,
    action: null,
    position: null,
    type: null,
    limit: 50,
    offset: 0,
    ...more,
  });
const places = (more: Partial<LabelledStepsInput>) => ask(more).rows.map((row) => `${row.key}.${row.step}`);

test("filters by label, action, kind of reason and position", () => {
  expect(places({ label: 1 })).toEqual(["p0.2", "p1.1"]);
  expect(places({ action: "GET_IIS" })).toEqual(["p0.1"]);
  expect(places({ reason: "iis_reduced_by" })).toEqual(["p0.2", "p1.1"]);
  expect(places({ reason: "iis" })).toEqual([]);
  expect(places({ position: 2 })).toEqual(["p0.2", "p2.2"]);
  expect(places({ position: 10 })).toEqual(["p2.10", "p2.11", "p2.12"]);
});

test("a type written as letters is found by each letter, another one only as a whole", () => {
  expect(places({ type: "E" })).toEqual(["p1.1"]);
  expect(places({ type: "B" })).toEqual(["p1.1"]);
  expect(places({ type: "AB" })).toEqual([]);
  expect(places({ type: "ABE" })).toEqual(["p1.1"]);
  expect(places({ type: "Bound", position: 1 })).toEqual(["p2.1"]);
});

test("pages keep the order and say the total", () => {
  const first = ask({ limit: 4 });
  const second = ask({ limit: 4, offset: 4 });
  expect(first.total).toBe(15);
  expect([...first.rows, ...second.rows].map((row) => `${row.key}.${row.step}`)).toEqual(
    places({}).slice(0, 8),
  );
});

test("a filter that names nothing known finds nothing", () => {
  expect(ask({ label: 0.7 })).toEqual({ rows: [], total: 0 });
  expect(ask({ type: "'; drop table step_labels; --" })).toEqual({ rows: [], total: 0 });
  expect(ask({}).total).toBe(15);
});
