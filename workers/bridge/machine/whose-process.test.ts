import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { isRunning, startOf } from "../proc.mjs";
import { until } from "../testing/world.ts";
import { processOwners } from "./whose-process.ts";

test("a process is known by its tag, its name and its user, and stays who it was once it has ended", async () => {
  const child = spawn("sleep", ["600"], { env: { PATH: process.env.PATH, ABLAB_RUN: "att_1" } as never });
  const pid = Number(child.pid);
  const ownerOf = processOwners();
  await until("sleep runs", () => processOwners()(pid).name === "sleep");
  const id = { pid, start: String(startOf(pid)) };
  expect(ownerOf(pid)).toEqual({ name: "sleep", user: userInfo().username, attemptId: "att_1" });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(id)).toBe(false);
  expect(ownerOf(pid).attemptId).toBe("att_1");
  expect(processOwners()(pid)).toEqual({ name: null, user: null, attemptId: null });
});
