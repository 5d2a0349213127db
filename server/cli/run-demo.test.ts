import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { handleTrpc } from "../http/trpc-handler.ts";
import { stopExperiment } from "../services/experiments/stop.ts";
import { listExperiments } from "../services/experiments/list.ts";
import { makeWorld } from "../services/testing.ts";
import { connect } from "./client.ts";
import { runDemo } from "./run-demo.ts";
import { idleDoors } from "./testing.ts";

/** The demo against real services whose runs never train: each part ends as soon as it was launched. Returns its lines. */
async function demoLines(pages: string | null): Promise<string> {
  const world = makeWorld();
  const doors = idleDoors("/unused");
  const server = createServer((request, response) => {
    void handleTrpc(request, response, { services: world.ctx, doors });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const ender = setInterval(() => {
    for (const { id } of listExperiments(world.ctx)) stopExperiment(world.ctx, id);
  }, 50);
  onTestFinished(() => clearInterval(ender));
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => lines.mockRestore());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await runDemo(connect({ url, token: "any" }), pages)).toBe(false);
  const said = lines.mock.calls.map(([text]) => String(text)).join("");
  lines.mockRestore();
  return said;
}

test("the demo says which of its two parts begins, and links the pages of a server that stays", async () => {
  const said = await demoLines("http://bench");
  expect(said).toMatch(
    /\nPart 1 of 2: "Ablation in a minute", 5 configurations x 5 seeds\. Live page: http:\/\/bench\/experiments\/exp_/,
  );
  expect(said).toMatch(
    /\nPart 2 of 2: ".+", \d+ stages, \d+ runs\. Live page: http:\/\/bench\/experiments\/exp_/,
  );
  expect(said).toMatch(/To show somebody: {2}http:\/\/bench\/r?/);
});

test("where the server ends with the demo, no line holds an address", async () => {
  const said = await demoLines(null);
  expect(said).toMatch(/Part 2 of 2/);
  expect(said).not.toMatch(/https?:|\/experiments\/|\/reports\//);
});
