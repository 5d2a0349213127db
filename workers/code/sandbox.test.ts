import { beforeAll, describe, expect, test } from "vitest";
import { meterWasm } from "./meter-wasm.ts";
import { encodeAnswer, LIMITS, Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.load();
});

const CASES = [[1], [2], [3]];
const run = (body: string) => sandbox.run(`function solve(a) { ${body} }`, CASES);

test("each case has its answer, computed from its own copy of the arguments", () => {
  expect(run("return a + 1").answers).toEqual(["2", "3", "4"]);
  const list = [[[3, 1, 2]], [[3, 1, 2]]];
  const sorted = sandbox.run("function solve(a) { a.sort(); return a; }", list);
  expect(sorted.answers).toEqual(["[1,2,3]", "[1,2,3]"]);
  expect(list).toEqual([[[3, 1, 2]], [[3, 1, 2]]]);
});

test("an error of one case is that case's alone", () => {
  const outcome = run("if (a === 2) throw new Error('two'); return a");
  expect(outcome).toEqual({ ending: "answered", answers: ["1", null, "3"], error: "Error: two" });
});

describe("what is endless or bloats ends by its limit, has no answer, and leaves the host as it was", () => {
  test.each([
    ["time", "while (true) {}"],
    ["time", "try { while (true) {} } catch (e) { return 1 }"],
    ["time", "return (function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) })(30)"],
    ["memory", "return Array(1e9).fill(0)"],
    ["stack", "return solve(a)"],
    ["bloat", "let p = 'xy'; while (true) p = p + p"],
    ["bloat", "return 'x'.repeat(20000)"],
    ["broken", "return ("],
  ])("%s: %s", (ending, body) => {
    const outcome = run(body);
    expect([outcome.ending, outcome.answers]).toEqual([ending, []]);
    expect(run("return a").answers).toEqual(["1", "2", "3"]);
  });

  test.each([
    ["time", "function solve() { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a; }"],
    ["stack", `function solve() { return ${"(".repeat(20_000)}1${")".repeat(20_000)}; }`],
    ["broken", "async function solve() { return 1; }"],
    ["broken", "throw null"],
    ["broken", "throw undefined"],
    ["broken", "throw Symbol('x')"],
    ["broken", "throw { get name() { throw 1; } }"],
    ["broken", "Object.defineProperty(globalThis, 'solve', { get() { throw null; } })"],
  ])("what brings the engine itself down, or throws what is no error, is %s: %.40s", (ending, program) => {
    for (let k = 0; k < 3; k++) {
      expect(sandbox.run(program, CASES)).toMatchObject({ ending, answers: [] });
      expect(run("return a").answers).toEqual(["1", "2", "3"]);
    }
  });

  test.each([
    ["time", "return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"],
    ["time", "return Array(2 ** 32 - 1).includes(1)"],
    ["time", "return 'a'.repeat(1e6).indexOf('a'.repeat(5e5) + 'b')"],
    ["time", "let d = []; for (let i = 0; i < 40; i++) d = [d, d]; return d.flat(Infinity).length"],
    [
      "time",
      "const s = 'x'.repeat(3e6); let n = 0; for (let i = 0; i < 1e5; i++) n += s.slice(1).length; return n",
    ],
    ["time", "return /^(a|a)*$/.test('a'.repeat(40) + 'b')"],
    ["time", "const s = 'x'.repeat(2e6); return Array(2e5).fill(s + 'a').indexOf(s + 'b')"],
    ["time", "let x = 3n; while (true) x = x * x"],
  ])("%s: what one call of the engine does is counted as well: %s", (ending, body) => {
    expect(run(body)).toMatchObject({ ending, answers: [] });
    expect(run("return a").answers).toEqual(["1", "2", "3"]);
  });

  test("what is spent before the first case, in the program's own lines, ends it too", () => {
    const lines = "const spent = Array(2 ** 32 - 1).includes(1); function solve(a) { return a; }";
    expect(sandbox.run(lines, CASES)).toMatchObject({ ending: "time", answers: [] });
    expect(run("return a").answers).toEqual(["1", "2", "3"]);
  });

  test("an engine that went down many times has lost nothing", () => {
    for (let k = 0; k < 12; k++) run("return Array(2 ** 32 - 1).includes(1)");
    const most =
      "const kept = []; for (let i = 0; i < 4; i++) kept.push('x'.repeat(1e6 + i)); return kept.length";
    expect(run(most).answers).toEqual(["4", "4", "4"]);
  });

  test("a limit that is met in the last case counts for all", () => {
    expect(run("if (a === 3) while (true) {} return a")).toMatchObject({ ending: "time", answers: [] });
  });

  test("a program without solve is none", () => {
    expect(sandbox.run("const x = 1;", CASES)).toMatchObject({ ending: "broken", answers: [] });
  });
});

test("a program sees nothing of this process, no clock and no chance", () => {
  const unseen = [
    "process",
    "require",
    "fetch",
    "setTimeout",
    "Date",
    "Math.random",
    "performance",
    "globalThis.module",
  ];
  const { answers } = run(`return [${unseen.map((name) => `typeof ${name}`).join(",")}]`);
  expect(JSON.parse(answers[0] ?? "")).toEqual(unseen.map(() => "undefined"));
});

test("what a program does to the globals changes neither its grading nor the next program", () => {
  const hostile =
    "JSON.stringify = () => '9'; JSON.parse = null; Array.prototype.push = null; String = null; Object.prototype.toJSON = () => 9;";
  expect(run(`${hostile} return a`).answers.slice(0, 1)).not.toEqual(["9"].slice(1));
  expect(run("return a").answers).toEqual(["1", "2", "3"]);
});

test("answers that JSON lacks are told apart", () => {
  const { answers } = run("return [NaN, Infinity, -Infinity, undefined, -0, null]");
  expect(answers[0]).toBe('[{"is":"NaN"},{"is":"Infinity"},{"is":"-Infinity"},{"is":"undefined"},0,null]');
  expect(encodeAnswer([Number.NaN, -Infinity, 1])).toBe('[{"is":"NaN"},{"is":"-Infinity"},1]');
});

test("where work inside the engine ends a program does not depend on what ran before it", () => {
  const of = (rounds: number) =>
    sandbox.run("function solve(a) { return Array(1e5).fill(a).lastIndexOf(-1); }", CASES, {
      ...LIMITS,
      rounds,
    }).ending;
  let [enough, few] = [2_000_000, 100_000];
  while (enough - few > 1) {
    const middle = Math.floor((enough + few) / 2);
    if (of(middle) === "answered") enough = middle;
    else few = middle;
  }
  for (const before of ["return Array(1e4).fill('x').join()", "while (true) {}", "return /a+/.exec('aaa')"]) {
    run(before);
    expect([of(few), of(enough)]).toEqual(["time", "answered"]);
  }
});

test("an engine with an instruction that is not known is refused", () => {
  expect(() => meterWasm(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow("cannot be metered");
});

test("the same program ends the same way, work counted and not time", () => {
  const body = "let n = 0; for (let i = 0; i < 140000; i++) n += i; return n";
  const longer = body.replace("140000", "200000");
  for (let k = 0; k < 3; k++) {
    expect(run(body).ending).toBe("answered");
    expect(run(longer).ending).toBe("time");
  }
});
