import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";

/** What a program may use. None is a clock, so the same program ends in the same way on every machine. */
export interface Limits {
  /** Of one case, in units of 10,000 calls and jumps: QuickJS asks after each. A plain loop may go round 150,000 times by 30. */
  work: number;
  memoryBytes: number;
  stackBytes: number;
}

/** What of the language there is: nothing that tells the time, waits, or is different the next time. */
const INTRINSICS = { BaseObjects: true, Eval: true, JSON: true, RegExp: true, MapSet: true };

export const LIMITS: Limits = { work: 30, memoryBytes: 8 << 20, stackBytes: 128 << 10 };

/** Beyond so many characters an answer is bloat, whatever it says. */
const LONGEST_ANSWER = 10_000;
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
  #engine: QuickJSWASMModule;
  /** Another engine that is on its way. */
  #next: Promise<void> | null = null;

  private constructor(engine: QuickJSWASMModule) {
    this.#engine = engine;
  }

  static async load(): Promise<Sandbox> {
    return new Sandbox(await newQuickJSWASMModuleFromVariant(variant));
  }

  /** Runs `program`, which defines `solve`, on cases of arguments; in a new runtime, so that no program leaves anything behind. */
  run(program: string, cases: readonly (readonly unknown[])[], limits: Limits = LIMITS): RunOutcome {
    let used = 0;
    const runtime = this.#engine.newRuntime({
      memoryLimitBytes: limits.memoryBytes,
      maxStackSizeBytes: limits.stackBytes,
      interruptHandler: () => ++used > limits.work,
    });
    const context = runtime.newContext({ intrinsics: INTRINSICS });
    let outcome: RunOutcome;
    try {
      outcome = runCases(context, program, cases, () => (used = 0));
    } catch (error) {
      outcome = ended(error instanceof RangeError ? "stack" : "broken", String(error).slice(0, MOST_SAID));
      this.#renew();
    }
    try {
      context.dispose();
      runtime.dispose();
    } catch {
      this.#renew();
    }
    return outcome;
  }

  /** A program brought the engine itself down. It still answers, but has lost memory: another takes its place when it is there. */
  #renew(): void {
    if (this.#next) return;
    this.#next = Sandbox.load()
      .then((fresh) => void (this.#engine = fresh.#engine))
      .catch(() => {})
      .finally(() => (this.#next = null));
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
