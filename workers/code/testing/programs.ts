import { stream } from "../../math/rng.ts";
import { familiesOf } from "../families/all.ts";
import { readDerivation, writeProgram } from "../grammar.ts";
import { makeProblems } from "../problem.ts";
import { Sandbox } from "../sandbox.ts";

/** Prints how many programs the sandbox runs per CPU second, each on 5 hidden cases in a runtime of its own. */
const PROGRAMS = 3000;

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const sandbox = await Sandbox.load();
const families = familiesOf("all");
const problems = makeProblems("train", { families, difficulties: [1, 10], count: 210, seed: 1 }, new Set());
const rng = stream(2);
// Right ones and mistakes by turns, as a training meets them; what is cut off by its work is in it as often as it is written.
const work = Array.from({ length: PROGRAMS }, (_, k) => {
  const { family, hidden } = problems[k % problems.length];
  const written = [family.reference, ...family.mistakes];
  const chosen = k % 2 === 0 ? family.reference : written[Math.floor(rng() * written.length)];
  return { program: writeProgram(readDerivation(chosen)), cases: hidden.map(({ args }) => args) };
});
for (const { program, cases } of work.slice(0, 100)) sandbox.run(program, cases);
const began = cpuSeconds();
const endings: Record<string, number> = {};
for (const { program, cases } of work) {
  const { ending } = sandbox.run(program, cases);
  endings[ending] = (endings[ending] ?? 0) + 1;
}
const perSecond = PROGRAMS / (cpuSeconds() - began);
console.log(JSON.stringify({ perSecond, programs: PROGRAMS, limited: endings.time ?? 0 }));
