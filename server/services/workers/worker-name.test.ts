import { expect, test } from "vitest";
import { handleBridgeRequest } from "../../bridge/handle.ts";
import { makeWorld, workerFacts } from "../testing.ts";
import { listWorkers } from "./list.ts";

const register = async (facts: Parameters<typeof workerFacts>[0]) => {
  const { ctx } = makeWorld();
  const { status, body } = await handleBridgeRequest(ctx, {
    method: "POST",
    path: "/api/worker/register",
    body: workerFacts(facts),
    caller: { kind: "worker-admission" },
  });
  return { status, body, workers: listWorkers(ctx) };
};

test("a worker whose name holds what is not seen is told which character, and is not admitted", async () => {
  const { status, body, workers } = await register({ name: "box\u200b7" });
  expect([status, workers]).toEqual([400, []]);
  expect(body).toMatchObject({
    error: "invalid",
    message:
      "The name of a worker holds only characters that can be seen; character 4 is U+200B (zero width space).",
  });
  expect((await register({ name: " \u3000" })).body).toMatchObject({ message: "Give the worker a name." });
});

test("what a machine calls itself is taken as it is, with everything in it seen", async () => {
  const devices = [{ kind: "gpu" as const, index: 0, name: "H\u202e200", uuid: null, memoryMiB: 1 }];
  const { status, workers } = await register({ name: "box 7", host: "a\nb", devices });
  expect(status).toBe(200);
  expect(workers).toMatchObject([{ name: "box 7", host: "a\\u{a}b", devices: [{ name: "H\\u{202e}200" }] }]);
});
