import { expect, test } from "vitest";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";

test("a failed unit test is named by its file and its sentence, with the head of what it said and no stack", () => {
  const asserted = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      { name: "a.test.ts", status: "passed", message: "", assertionResults: [asserted("holds", "passed")] },
      {
        name: "b.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          asserted("holds", "passed"),
          asserted(
            "a sum is a sum",
            "failed",
            "AssertionError: \u001b[31mexpected 4 to be 5\u001b[39m\n    at b.test.ts:3:1\n",
          ),
        ],
      },
      { name: "c.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    ],
  };
  expect(failedOfVitest(report)).toEqual([
    "b.test.ts > a sum is a sum\n    AssertionError: expected 4 to be 5",
    "c.test.ts\n    Cannot find module",
  ]);
});

test("a failed browser test is named wherever its suite stands, and an error outside of any test is not lost", () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    file: "queue.spec.ts",
    ok,
    tests: [{ results: [message ? { error: { message } } : {}] }],
  });
  const report = {
    suites: [
      {
        specs: [spec("opens", true)],
        suites: [{ specs: [spec("moves by keys", false, "Timeout: 60000ms")] }],
      },
    ],
    errors: [{ message: "No browser is installed" }],
  };
  expect(failedOfPlaywright(report)).toEqual([
    "queue.spec.ts > moves by keys\n    Timeout: 60000ms",
    "outside of any test\n    No browser is installed",
  ]);
});
