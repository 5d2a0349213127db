import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import { readQuery } from "../query/read-query.ts";
import { reportWorld } from "../testing.ts";
import { resolveQuery } from "./resolve.ts";
import { drawAblation } from "../html/draw-table.ts";
import { type ReportNode, textOf } from "../../../contracts/reports/report-tree.ts";
import { addTables } from "../../reported/add.ts";
import { startReading } from "./reading.ts";

const world = reportWorld({ seeds: [0, 1] });

test.each([
  ["all", [true, true, true]],
  ["answer", [true, true, false]],
  ["verdicts", [true, true, false]],
  ["checks", [false, false, true]],
] as const)("findings that say %s hold these of answers, verdicts and what objects: %j", (say, holds) => {
  const read = readQuery("findings", `experiment: ${world.experimentId}\nmetrics: eval/rr_at_5\nsay: ${say}`);
  if (!read.ok) throw new Error(read.message);
  const { answer } = doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  if (answer.kind !== "findings") throw new Error(answer.kind);
  const { answers, verdicts, findings } = answer;
  expect([answers ?? [], verdicts, findings].map((said) => said.length > 0)).toEqual(holds);
});

/** How many cells each head of the drawn tables has. */
function headCells(node: ReportNode): number[] {
  if (typeof node === "string") return [];
  if (node.tag === "thead")
    return [node.children.flatMap((row) => (typeof row === "string" ? [] : row.children)).length];
  return node.children.flatMap(headCells);
}

test("a table that names no metric holds all, what the experiment is for first, and no table is wider than a page", () => {
  const tableFor = (text: string) => {
    const read = readQuery("ablation-table", text);
    if (!read.ok) throw new Error(read.message);
    const { answer } = doAtOnce(resolveQuery(startReading(world.ctx), read.query));
    if (answer.kind !== "table") throw new Error(answer.kind);
    return answer;
  };
  const all = tableFor(`experiment: ${world.experimentId}`);
  const exploratory = all.columns.map(({ primary }) => primary === false);
  expect(exploratory.lastIndexOf(false)).toBe(exploratory.indexOf(true) - 1);
  expect([all.columns[0].primary, exploratory.length > 2]).toEqual([true, true]);
  // Configuration and seeds, and value, difference and p of two metrics at most.
  const heads = headCells(drawAblation(all, null));
  expect(heads).toHaveLength(Math.ceil(all.columns.length / 2));
  expect(Math.max(...heads)).toBe(8);
  const [last, first] = [all.columns.at(-1)?.metric, all.columns[0].metric];
  const chosen = tableFor(`experiment: ${world.experimentId}\nmetrics: ${last}, ${first}`);
  expect(chosen.columns.map(({ metric }) => metric)).toEqual([last, first]);
});

test("reported values stand below the measured ones as they were printed, and change no other part of the answer", () => {
  const text = "| model | RR@5 | other |\n|--|--|--|\n| theirs | 83.0% | 7 |\n| no value | | 7 |";
  const [{ id }] = addTables(world.ctx, { text, document: "a paper" });
  const answers = ["", `\nreported: ${id}`].map((more) => {
    const read = readQuery(
      "ablation-table",
      `experiment: ${world.experimentId}\nmetrics: eval/rr_at_5${more}`,
    );
    if (!read.ok) throw new Error(read.message);
    return doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  });
  const [without, beside] = answers.map(({ answer }) => answer);
  if (without.kind !== "table" || beside.kind !== "table") throw new Error(beside.kind);
  expect(beside.reported?.rows).toEqual([{ entry: "theirs", values: { "eval/rr_at_5": "83.0%" } }]);
  expect({ ...beside, reported: undefined }).toEqual({ ...without, reported: undefined });
  expect(textOf(drawAblation(beside, null))).toContain("83.0%");
  expect(answers[0].digest).not.toBe(answers[1].digest);
});
