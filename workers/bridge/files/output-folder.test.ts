import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stepOfName } from "../../protocol/attempts/checkpoints.ts";
import type { Assignment } from "../../protocol/messages.ts";
import { RefusedAssignment } from "../session.ts";
import { checkpointPath, listOutput } from "./output-folder.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ablab-output-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const put = (path: string, text = "x", at = 100) => {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  utimesSync(whole, at, at);
};
const list = (pattern?: string) => listOutput(folder, pattern).files;

test("checkpoints are folders or files by the recipe's pattern, newest first, with size and step; other files come after", () => {
  put("checkpoint-100/model.safetensors", "abcd", 10);
  put("checkpoint-100/nested/optimizer.pt", "efghij", 20);
  put("checkpoint-200/model.safetensors", "abcd", 30);
  put("best/epoch=3.ckpt", "k", 5);
  put("metrics.json", "{}", 50);
  expect(list("checkpoint-*")).toEqual([
    { path: "checkpoint-200", kind: "checkpoint", bytes: 4, files: 1, at: 30_000, step: 200 },
    { path: "checkpoint-100", kind: "checkpoint", bytes: 10, files: 2, at: 20_000, step: 100 },
    { path: "metrics.json", kind: "file", bytes: 2, files: 1, at: 50_000, step: null },
    { path: "best/epoch=3.ckpt", kind: "file", bytes: 1, files: 1, at: 5000, step: null },
  ]);
  expect(list("best/*.ckpt")[0]).toMatchObject({ path: "best/epoch=3.ckpt", kind: "checkpoint", step: 3 });
  expect(list().every(({ kind }) => kind === "file")).toBe(true);
});

test("a star is a part of one name, and other signs of a pattern are themselves", () => {
  put("a/checkpoint-1/x");
  put("checkpointX1");
  expect(list("checkpoint-*").filter(({ kind }) => kind === "checkpoint")).toEqual([]);
  expect(list("checkpoint.1").filter(({ kind }) => kind === "checkpoint")).toEqual([]);
});

test("a pattern of very many stars takes no time", () => {
  put("a".repeat(200));
  put(`a-${"ab".repeat(60)}`);
  const found = list(`*${"a*".repeat(50)}b`).filter(({ kind }) => kind === "checkpoint");
  expect(found.map(({ path }) => path.length)).toEqual([122]);
  expect(list("aa*aa").filter(({ kind, path }) => kind === "checkpoint" && path.length < 4)).toEqual([]);
});

test("what is hidden, half written, a link or a logger's own is not listed", () => {
  put(".checkpoint.part");
  put("checkpoint-3/checkpoint-is-incomplete.txt");
  put("wandb/run/files/x.json");
  put("checkpoint-4/.lock");
  symlinkSync("/etc", join(folder, "checkpoint-9"));
  symlinkSync("/etc/passwd", join(folder, "passwd"));
  expect(list("checkpoint-*")).toEqual([]);
});

test("a trainer that writes very many files is named by some and a number", () => {
  for (let i = 0; i < 320; i++) put(`f${i}`);
  const { files, more } = listOutput(folder, undefined);
  expect([files.length, more]).toEqual([300, 20]);
  expect(listOutput(join(folder, "none"), undefined)).toEqual({ files: [], more: 0 });
});

test.each([
  ["checkpoint-100", 100],
  ["epoch=3.ckpt", 3],
  ["step_0000250", 250],
  ["best", null],
  ["checkpoint-99999999999999999999", null],
])("the step of %s is %s", (name, step) => {
  expect(stepOfName(name)).toBe(step);
});

test("a checkpoint that is gone is a refusal that says what to do", () => {
  const given = { checkpoint: { attemptId: "att_0000000000000001", path: "checkpoint-7" } } as Assignment;
  expect(() => checkpointPath(given, folder)).toThrow(RefusedAssignment);
  expect(() => checkpointPath(given, folder)).toThrow(/Retry the run from its start\.$/);
  put("runs/att_0000000000000001/output/checkpoint-7/x");
  expect(checkpointPath(given, folder)).toMatch(/output\/checkpoint-7$/);
});
