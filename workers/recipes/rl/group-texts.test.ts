import { expect, test } from "vitest";
import type { Group } from "../../lab/algo/draw-groups.ts";
import { DROP, flat, GET_IIS } from "../../lab/env/actions.ts";
import { generateProblem } from "../../lab/env/generate.ts";
import { TextsEvent } from "../../protocol/events.ts";
import { modelText, numberedGroups, textsEvent } from "./group-texts.ts";

const problem = generateProblem(7, 0, "medium");
const { model } = problem;

test("a model is written with its objective, every row by its name, and the bounds of its columns", () => {
  const lines = modelText(model).split("\n");
  expect(lines[0]).toMatch(/^(minimize|maximize) /);
  const rows = lines.slice(lines.indexOf("subject to") + 1, lines.indexOf("bounds"));
  expect(rows).toHaveLength(model.rowCount);
  model.rowNames.forEach((name, i) => expect(rows[i]).toContain(`${name}: `));
});

test("an episode is its actions, each with what the solver says after it, as the wire takes them", () => {
  const global = model.colCount + model.rowCount;
  const row = flat(model.colCount, DROP);
  const group = {
    problem,
    actions: [[flat(global, GET_IIS), row]],
    solved: [false],
    raw: [0],
    shaped: [0.25],
    overlong: [true],
  } as unknown as Group;
  const event = textsEvent(5, [group, group]);
  expect(TextsEvent.parse(event)).toEqual(event);
  const [first, second] = event.groups;
  expect([first.key, second.key]).toEqual([problem.key, `${problem.key} #2`]);
  const [{ text, ...facts }] = first.completions;
  expect(text.split("\n")).toEqual([
    expect.stringMatching(/^GET_IIS: infeasible, IIS \S+/),
    expect.stringMatching(new RegExp(`^DROP\\(${model.rowNames[0]}\\): (in)?feasible`)),
  ]);
  expect(facts).toEqual({
    reward: 0.25,
    length: 2,
    truncated: true,
    ending: "step limit",
    rewards: { raw: 0 },
  });
  expect(numberedGroups([])).toEqual([]);
});
