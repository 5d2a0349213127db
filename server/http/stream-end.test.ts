import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { makeWorld } from "../services/testing.ts";
import type { RouterContext } from "../routers/trpc.ts";
import { handleTrpc } from "./trpc-handler.ts";

test("an event stream ends with the credential that opened it", async () => {
  const { ctx } = makeWorld();
  let isOpen = true;
  const context = { services: ctx, doors: {} } as unknown as RouterContext;
  const server = createServer((request, response) => {
    void handleTrpc(request, response, context, () => isOpen);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stream = await fetch(`http://127.0.0.1:${port}/api/trpc/live.ticks`);
  expect([stream.status, stream.headers.get("content-type")?.startsWith("text/event-stream")]).toEqual([
    200,
    true,
  ]);
  isOpen = false;
  // The reading ends, with an error or without, and does not wait for an event.
  await stream.text().catch(() => "");
  expect(isOpen).toBe(false);
});
