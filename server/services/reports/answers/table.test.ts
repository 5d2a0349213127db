import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import { readQuery } from "../query/read-query.ts";
import { reportWorld } from "../testing.ts";
import { resolveQuery } from "./resolve.ts";
import { startReading } from "./reading.ts";

const world = reportWorld({ seeds: [0, 1] });

test.each([
  ["all", [true, true, true]],
  ["answer", [true, true, false]],
  ["verdicts", [true, true, false]],
  ["checks", [false, false, true]],
] as const)("findings that say %s hold these of answers, verdicts and what objects: %j", (say, holds) => {
  const read = readQuery("findings", `experiment: ${world.experimentId}\nmetrics: eval/rr_at_5\nsay: ${say}`);
  if (!read.ok) throw new Error(read.sentence);
  const { answer } = doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  if (answer.kind !== "findings") throw new Error(answer.kind);
  const { answers, verdicts, objections } = answer;
  expect([answers ?? [], verdicts, objections].map((said) => said.length > 0)).toEqual(holds);
});
