import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { Engine } from "./engine.ts";

/** What a program may use. None is a clock, so the same program ends in the same way on every machine. */
export interface Limits {
  /** Of one case, in units of 10,000 calls and jumps: QuickJS asks after each. A plain loop may go round 150,000 times by 30. */
  work: number;
  /** Of one case, in rounds of the loops of the engine itself, where those calls and jumps are few and each does much. */
  rounds: number;
  memoryBytes: number;
  stackBytes: number;
}

/** What of the language there is: nothing that tells the time, waits, or is different the next time. */
const INTRINSICS = { BaseObjects: true, Eval: true, JSON: true, RegExp: true, MapSet: true };

export const LIMITS: Limits = { work: 30, rounds: 10_000_000, memoryBytes: 8 << 20, stackBytes: 128 << 10 };

/** Beyond so many characters an answer is bloat, whatever it says. */
const LONGEST_ANSWER = 10_000;
/** A program that took more than one part in so many of the rounds is near their limit. */
const NEAR = 2;
/** What is said where the engine was stopped in the middle of its work. */
const SPENT = "InternalError: interrupted";
/** So much is kept of an error. */
const MOST_SAID = 400;

/**
 * How a program ended. "answered": every case has an answer or an error of its own. "broken": it is no program, or has no
 * `solve`. The others name the limit that ended it, after which no case counts.
 */
export type Ending = "answered" | "broken" | "time" | "memory" | "stack" | "bloat";

export interface RunOutcome {
  ending: Ending;
  /** By case the answer as `encodeAnswer` writes it, or null where the program threw. Empty unless answered. */
  answers: (string | null)[];
  /** The first error, in the words of the engine. */
  error: string | null;
}

/**
 * Runs `solve` on fresh copies of a case's arguments. It is compiled before the program, so that nothing the program does to
 * the globals reaches it. It answers "=" with the answer, or "!" with the error.
 */
const HARNESS = `delete Math.random;
((parse, stringify, text, isFinite) => {
  const mark = (_, x) =>
    typeof x === "number" && !isFinite(x) ? { is: text(x) } : x === undefined ? { is: "undefined" } : typeof x === "function" ? { is: "function" } : x;
  return (solve, args) => {
    let said;
    try { said = "=" + stringify(solve(...parse(args)), mark); }
    catch (error) { said = "!" + text(error); }
    return said.length > ${LONGEST_ANSWER} ? "!bloat" : said;
  };
})(JSON.parse, JSON.stringify, String, Number.isFinite)`;

/** An answer as a text: JSON, in which what JSON lacks is written out. Two answers are the same where their texts are. */
export function encodeAnswer(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) return { is: String(value) };
    return value;
  });
}

const ended = (ending: Ending, error: string | null): RunOutcome => ({ ending, answers: [], error });

const limitOf = (error: string): Ending | null => {
  if (error.includes("interrupted")) return "time";
  if (error.includes("out of memory")) return "memory";
  if (/stack overflow|call stack size/.test(error)) return "stack";
  return error.includes("!bloat") || error.includes("string too long") ? "bloat" : null;
};

/** QuickJS in WebAssembly: a program sees the language and nothing of this process. */
export class Sandbox {
  readonly #engine: Engine;

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  static async load(): Promise<Sandbox> {
    return new Sandbox(await Engine.load());
  }

  /**
   * Runs `program`, which defines `solve`, on cases of arguments; in a new runtime, so that no program leaves anything behind.
   * What comes near the limit of rounds is run once more in an engine set back to its start, whose word counts: how often memory
   * is searched depends on what was there before.
   */
  run(program: string, cases: readonly (readonly unknown[])[], limits: Limits = LIMITS): RunOutcome {
    const first = this.#runOnce(program, cases, limits);
    if (first.rounds * NEAR < limits.rounds) return first.outcome;
    this.#engine.restore();
    return this.#runOnce(program, cases, limits).outcome;
  }

  /** `rounds`: the most that one case took. */
  #runOnce(
    program: string,
    cases: readonly (readonly unknown[])[],
    limits: Limits,
  ): { outcome: RunOutcome; rounds: number } {
    const engine = this.#engine;
    let [used, rounds] = [0, 0];
    const count = () => {
      rounds = Math.max(rounds, engine.metered);
    };
    engine.meter(limits.rounds);
    const runtime = engine.quickjs.newRuntime({
      memoryLimitBytes: limits.memoryBytes,
      maxStackSizeBytes: limits.stackBytes,
      interruptHandler: () => ++used > limits.work,
    });
    const context = runtime.newContext({ intrinsics: INTRINSICS });
    let outcome: RunOutcome;
    try {
      outcome = runCases(context, program, cases, () => {
        count();
        used = 0;
        engine.meter(limits.rounds);
      });
      count();
    } catch (error) {
      // The engine itself went down under the program, in the middle of whatever it did.
      count();
      outcome =
        rounds > limits.rounds
          ? ended("time", SPENT)
          : ended(error instanceof RangeError ? "stack" : "broken", String(error).slice(0, MOST_SAID));
      engine.restore();
      return { outcome, rounds };
    }
    engine.unmeter();
    try {
      context.dispose();
      runtime.dispose();
    } catch {
      engine.restore();
    }
    return { outcome, rounds };
  }
}

/** Compiles the program and asks it case by case; `begin` starts the account of one. A limit that ends one case ends all. */
function runCases(
  context: QuickJSContext,
  program: string,
  cases: readonly (readonly unknown[])[],
  begin: () => void,
): RunOutcome {
  const handles: QuickJSHandle[] = [];
  const keep = (handle: QuickJSHandle) => {
    handles.push(handle);
    return handle;
  };
  const failed = (thrown: QuickJSHandle) => {
    const error = describe(context, keep(thrown));
    return ended(limitOf(error) ?? "broken", error);
  };
  try {
    begin();
    const harness = keep(context.unwrapResult(context.evalCode(HARNESS)));
    const compiled = context.evalCode(program, "program.js", { type: "global" });
    if (compiled.error) return failed(compiled.error);
    keep(compiled.value);
    const solve = keep(context.getProp(context.global, "solve"));
    if (context.typeof(solve) !== "function") return ended("broken", "There is no function solve.");
    const answers: (string | null)[] = [];
    let first: string | null = null;
    for (const args of cases) {
      begin();
      const text = keep(context.newString(JSON.stringify(args)));
      const called = context.callFunction(harness, context.undefined, solve, text);
      if (called.error) return failed(called.error);
      const said = context.getString(keep(called.value));
      const [mark, rest] = [said[0], said.slice(1)];
      if (mark === "!") {
        const limit = limitOf(said);
        if (limit) return ended(limit, rest);
        first ??= rest;
      }
      answers.push(mark === "=" ? rest : null);
    }
    return { ending: "answered", answers, error: first };
  } finally {
    for (const handle of handles.reverse()) handle.dispose();
  }
}

/** What was thrown, which may be anything. */
function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const dumped: unknown = context.dump(error);
  if (typeof dumped !== "object" || dumped === null) return String(dumped);
  const { name, message } = dumped as { name?: unknown; message?: unknown };
  return `${String(name)}: ${String(message)}`;
}
