import { createTRPCClient, httpLink } from "@trpc/client";
import { expect, test } from "vitest";
import type { AppRouter } from "#server/routers/index.ts";
import { onceLink } from "./once-link.ts";

/** A client whose requests wait until the test answers them. */
function slowClient() {
  const waiting: ((status: number) => void)[] = [];
  const fetch = () =>
    new Promise<Response>((resolve) => {
      waiting.push((status) => {
        const body =
          status === 200
            ? { result: { data: { id: "run_a" } } }
            : { error: { message: "no", code: -32_000, data: { code: "CONFLICT", httpStatus: status } } };
        resolve(
          new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
        );
      });
    });
  const client = createTRPCClient<AppRouter>({
    links: [onceLink, httpLink({ url: "http://bench/api", fetch })],
  });
  return { client, waiting };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));

test("the same change asked twice at once is one request, and both get its answer", async () => {
  const { client, waiting } = slowClient();
  const both = [client.runs.stop.mutate({ id: "run_a" }), client.runs.stop.mutate({ id: "run_a" })];
  await soon();
  expect(waiting).toHaveLength(1);
  waiting[0](200);
  expect(await Promise.all(both)).toEqual([{ id: "run_a" }, { id: "run_a" }]);
});

test("another thing, a question, and the same again after an answer or a refusal are asked", async () => {
  const { client, waiting } = slowClient();
  const asked = [
    client.runs.stop.mutate({ id: "run_a" }),
    client.runs.stop.mutate({ id: "run_b" }),
    client.runs.get.query({ id: "run_a" }),
    client.runs.get.query({ id: "run_a" }),
  ];
  await soon();
  expect(waiting).toHaveLength(4);
  waiting.forEach((answer, i) => answer(i === 0 ? 409 : 200));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  const again = client.runs.stop.mutate({ id: "run_a" });
  await soon();
  expect(waiting).toHaveLength(5);
  waiting[4](200);
  expect(await again).toEqual({ id: "run_a" });
});
