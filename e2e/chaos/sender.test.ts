import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { planSource } from "./point-plan.ts";
import { createSender } from "./sender.ts";

const close: (() => void)[] = [];
afterEach(() => close.splice(0).forEach((one) => one()));

/** A server that answers with `first`, dies on the second request, and after that says that `later` were stored. */
async function dyingServer(first: number, later: number): Promise<number> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (requests === 2 || requests > 3) return request.socket.destroy();
    request
      .resume()
      .on("end", () => response.end(JSON.stringify({ ackSeq: requests === 1 ? first : later })));
  });
  close.push(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Draws that make the second request a cut body in this form (0 columns, 0.4 lines, 0.9 binary), not zipped. */
const cutBody = (form: number) => {
  const draws = [0.9, 0.9, 0.5, 0.01, form, 0.9, 0.5];
  return () => draws.shift() ?? 0.99;
};

async function findingsTo(form: number, later: number): Promise<string[]> {
  const address = { port: await dyingServer(0, later), attemptId: "att_1", token: "t" };
  const sender = createSender(planSource(1, 1, 1), "attempt 1", cutBody(form));
  await sender.send(address, () => {});
  await sender.send(address, () => {});
  return sender.findings;
}

test("lines of a cut body may be stored by a server that died before it answered, and no more than were sent", async () => {
  expect(await findingsTo(0.4, 11)).toEqual([]);
  expect(await findingsTo(0.4, 22)).toEqual([expect.stringContaining("only 21 were ever sent")]);
});

test("nothing of a cut body in columns or binary may be stored, answered or not", async () => {
  expect(await findingsTo(0, 1)).toEqual([expect.stringContaining("only 0 were ever sent")]);
  expect(await findingsTo(0.9, 1)).toEqual([expect.stringContaining("only 0 were ever sent")]);
});
