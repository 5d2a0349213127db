import { expect, test } from "vitest";
import { goOn, inSteps } from "./in-steps.ts";

const never = () => undefined;

test("work that needs no pause is done before this returns", () => {
  const done: number[] = [];
  function* steps() {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return done.length;
  }
  expect(inSteps(steps(), never)).toBe(3);
  expect(goOn(3, (n) => n + 1)).toBe(4);
});

test("a pause lets others in, and what a step yields is waited for", async () => {
  const done: string[] = [];
  function* steps() {
    done.push("first");
    yield;
    done.push("second");
    yield Promise.resolve().then(() => done.push("waited for"));
    done.push("third");
    return "all";
  }
  const all = inSteps(steps(), () => (done.includes("second") ? undefined : Promise.resolve()));
  expect(done).toEqual(["first"]);
  expect(await goOn(all, (said) => `${said} told`)).toBe("all told");
  expect(done).toEqual(["first", "second", "waited for", "third"]);
});

test("what fails, at once or later, fails the work, which may see to it itself", async () => {
  function* failing(later: boolean): Generator<unknown, string> {
    if (later) yield Promise.reject(new Error("no"));
    else throw new Error("no");
    return "never";
  }
  function* careful(): Generator<unknown, string> {
    try {
      yield Promise.reject(new Error("no"));
    } catch {
      yield Promise.resolve();
      return "seen to";
    }
    return "never";
  }
  expect(() => inSteps(failing(false), never)).toThrow("no");
  await expect(inSteps(failing(true), never)).rejects.toThrow("no");
  expect(await inSteps(careful(), never)).toBe("seen to");
});
