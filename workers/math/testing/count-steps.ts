import { Session } from "node:inspector";

/**
 * Work counted instead of timed: V8's precise coverage says how often each block of JavaScript ran, which is the same on a slow
 * machine and under load. What native code does inside one call (`includes`, `sort` without a function, a pattern, SQLite) is
 * one step; an input that would take it practically for ever, or the plan of the statement, is the test for that.
 *
 * Functions that ran before this file was loaded count their calls only. So import it and count in the same file, where
 * nothing of what is counted runs while modules are loaded.
 */

const session = new Session();
session.connect();

/** Calls the inspector; in one process it answers before it returns. */
function ask(method: string, parameters: object = {}): object {
  let answer: object | null = null;
  session.post(method, parameters, (error, result) => {
    if (error) throw error;
    answer = result ?? {};
  });
  if (answer === null) throw new Error(`The inspector did not answer ${method}.`);
  return answer;
}

ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

export interface Counted<T> {
  result: T;
  /** How often blocks ran in all code that is not Node's own. */
  steps: number;
  /** How often functions of this name were called. */
  calls(functionName: string): number;
}

/** Runs `work`, which is synchronous, and counts what it did. */
export function countSteps<T>(work: () => T): Counted<T> {
  ask("Profiler.takePreciseCoverage");
  const result = work();
  const taken = ask("Profiler.takePreciseCoverage") as Coverage;
  const functions = taken.result.filter(({ url }) => !url.startsWith("node:")).flatMap((s) => s.functions);
  return {
    result,
    steps: functions.reduce((sum, { ranges }) => sum + ranges.reduce((n, { count }) => n + count, 0), 0),
    calls: (name) =>
      functions
        .filter(({ functionName }) => functionName === name)
        .reduce((sum, { ranges }) => sum + ranges[0].count, 0),
  };
}

/**
 * How many times the steps become when an input becomes eight times as large: 8 where work follows the size, 64 where it
 * follows its square. `make` prepares an input of a size and is not counted; what it gives is run once before, for what is
 * done once.
 */
export function growthOfSteps(size: number, make: (size: number) => () => unknown): number {
  make(size)();
  const [small, large] = [size, 8 * size].map((n) => countSteps(make(n)).steps);
  return large / small;
}
