import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fromWire, toWire, TrainerEvent } from "../protocol/events.ts";
import { openEmitter, writeAll } from "./emit.ts";

const emitterUrl = new URL("./emit.ts", import.meta.url).href;
const SCRIPT = `
  const { openEmitter } = await import(${JSON.stringify(emitterUrl)});
  const { emit, log } = openEmitter();
  emit({ t: "points", step: 1, at: 5, values: { "reward/raw": "NaN" } });
  log("hello");
`;
const run = (environment: Record<string, string | undefined>, stdio: (number | "pipe")[]) =>
  spawnSync(process.execPath, ["--input-type=module", "-e", SCRIPT], {
    env: { ...process.env, ...environment },
    stdio,
    encoding: "utf8",
  });

test("events go to the named descriptor and lines for people to stdout", () => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-emit-"));
  const path = join(folder, "events.ndjson");
  const fd = openSync(path, "a");
  const { stdout, stderr } = run({ ABLAB_EVENTS_FD: "3" }, ["pipe", "pipe", "pipe", fd]);
  closeSync(fd);
  expect([stdout, stderr]).toEqual(["hello\n", ""]);
  const event = TrainerEvent.parse(JSON.parse(readFileSync(path, "utf8")));
  expect(event).toEqual({ t: "points", step: 1, at: 5, values: { "reward/raw": "NaN" } });
  rmSync(folder, { recursive: true });
});

test("by hand, stdout carries nothing but events", () => {
  const { stdout, stderr } = run({ ABLAB_EVENTS_FD: undefined }, ["pipe", "pipe", "pipe"]);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(TrainerEvent.safeParse(JSON.parse(stdout)).success).toBe(true);
  expect(stderr).toBe("hello\n");
});

test("a descriptor that is no number is an error that says so", () => {
  expect(() => openEmitter({ ABLAB_EVENTS_FD: "three" })).toThrow('ABLAB_EVENTS_FD is "three"');
});

test("numbers that JSON does not have travel as words and come back as they were", () => {
  for (const value of [Number.NaN, Infinity, -Infinity, 0.1, 0, 5e-324]) {
    expect(fromWire(JSON.parse(JSON.stringify(toWire(value))))).toBe(value);
  }
});

test("a pipe that nobody empties is an error after a while, not an endless wait", () => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-emit-"));
  const path = join(folder, "pipe");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  // Each look at the clock finds it 10 ms later.
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 10));
  expect(() => writeAll(fd, "x".repeat(4_000_000), 200)).toThrow(/EAGAIN/);
  clock.mockRestore();
  expect(now).toBe(10 + 200 + 10);
  closeSync(fd);
  rmSync(folder, { recursive: true });
});
