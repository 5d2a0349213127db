import { expect, test } from "vitest";
import type { EvaluationEvent } from "../../../workers/protocol/events.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
} from "../testing.ts";
import { ablationTable } from "./table.ts";

const hashes = problemHashes(20);
const none = [0, 0, 0, 0];

/** Baseline drops 1 of 4 of each conflict, no_kl 3 and one innocent; `definitions`: what each protocol names. */
function table(
  definitions: Record<string, string>,
  counted: (config: string) => boolean,
  asked?: string,
  primary?: string,
) {
  const world = makeWorld();
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] }, { primary });
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const config = run.assignment.runName.replace(/-s\d+$/, "");
    const event = evaluationEvent(hashes, 10 + run.assignment.seed) as EvaluationEvent;
    const dropped = config === "baseline" ? [0, 1, 1, 1] : [1, 3, 3, 4];
    run.send(populationEvent(hashes), {
      ...event,
      protocol: { ...event.protocol, daDefinition: definitions[config] },
      rows: event.rows.map((row) =>
        counted(config) ? { ...row, diagnosis: [4, 2, ...none, ...dropped, ...dropped, ...dropped] } : row,
      ),
    });
    run.finish();
  }
  const choice = asked === undefined ? undefined : ({ da: asked, counts: "drop" } as never);
  const found = ablationTable(world.ctx, experimentId, [], choice);
  const column = found.columns.find(({ metric }) => metric === "eval/da");
  const [baseline, other] = found.rows;
  return { column, baseline, other };
}

const SAME = { baseline: "da.root, counts: diagnose", no_kl: "da.root, counts: diagnose" };
const OTHER = { baseline: "da.root, counts: diagnose", no_kl: "da.iis_set, counts: drop" };

test("a table reads DA by the definition that is asked for, and names it", () => {
  const { column, baseline, other } = table(SAME, () => true, "da.iis_jaccard");
  expect(column).toMatchObject({ title: "DA, da.iis_jaccard (DROP)", problems: 20 });
  expect(column?.definition).toMatch(
    /\|G ∩ D\| \/ \|G ∪ D\| as sets; .* targets of DROP; mean over problems/,
  );
  expect(baseline.metrics["eval/da"].value).toBeCloseTo(1 / 4, 12);
  expect(other.metrics["eval/da"].value).toBeCloseTo(3 / 5, 12);
  expect(table(SAME, () => true).column?.title).toBe("DA, da.root (DIAGNOSE)");
});

test("counted by one definition, what the protocols name does not forbid the difference; as measured it does", () => {
  const asked = table(OTHER, () => true, "da.iis_set_micro");
  expect(asked.other.comparable["eval/da"]).toBe(true);
  expect(asked.other.difference["eval/da"].value).toBeCloseTo(0.5, 12);
  const measured = table(OTHER, () => true);
  expect(measured.other.comparable["eval/da"]).toBe(false);
  expect(measured.other.findings.map(({ rule }) => rule)).toContain("C04");
});

test("where nobody counted there is no value by another definition, and none is invented", () => {
  const { other, baseline } = table(SAME, (config) => config === "baseline", "da.iis_set");
  expect(baseline.metrics["eval/da"].value).toBeCloseTo(0.25, 12);
  expect(other.metrics["eval/da"]).toMatchObject({ value: null, n: 0 });
});

test("a DA that the launch did not declare is exploratory, though the one it did is the primary metric", () => {
  expect(table(SAME, () => true, undefined, "eval/da").column?.primary).toBe(true);
  const other = table(SAME, () => true, "da.iis_jaccard", "eval/da").column;
  expect(other?.primary).toBe(false);
});
