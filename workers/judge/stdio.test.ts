import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("as a program it answers line by line, says what it does not understand, and ends with its input", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")]);
  let said = "";
  child.stdout.on("data", (part) => (said += String(part)));
  child.stdin.write(
    '{"id":1,"ask":"open","set":"s","source":{"task":"repair","part":"train","count":1,"seed":0}}\n\n',
  );
  child.stdin.end(
    'no json\n{"id":2,"ask":"judge","set":"s","reward":"outcome","answers":[{"problem":0,"text":"SUBMIT()"}]}\n',
  );
  const code = await new Promise((resolve) => child.on("close", resolve));
  const lines = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(code).toBe(0);
  expect(lines.map(({ id }) => id)).toEqual([1, null, 2]);
  expect(lines[1].error).toContain("not valid JSON");
  expect(lines[2].verdicts).toMatchObject([{ reward: 0, ending: "submitted" }]);
});
