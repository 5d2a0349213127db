import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { topics } from "#server/contracts/live.ts";
import { liveOn } from "./live-on.ts";
import { createLiveRefetch } from "./live-refetch.ts";

const ANSWER_MS = 40;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page with queries that are shown: how often each was fetched, and the refetcher of the page. */
async function pageWith(queries: Record<string, ReturnType<typeof liveOn>>) {
  const queryClient = new QueryClient();
  const fetched: Record<string, number> = {};
  for (const [name, meta] of Object.entries(queries)) {
    fetched[name] = 0;
    new QueryObserver(queryClient, {
      queryKey: [name],
      meta,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        fetched[name] += 1;
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
        return fetched[name];
      },
    }).subscribe(() => {});
  }
  await vi.advanceTimersByTimeAsync(5000);
  for (const name of Object.keys(queries)) fetched[name] = 0;
  return { fetched, refetch: createLiveRefetch(queryClient) };
}

test("one tick is one fetch of what named its topic, also where queries of a topic have different paces", async () => {
  const { fetched, refetch } = await pageWith({
    head: liveOn(["run"], 250),
    log: liveOn(["run", "log"], 500),
    charts: liveOn(["run"], 1500),
    other: liveOn(["workers"]),
    still: {} as ReturnType<typeof liveOn>,
  });
  refetch.changed(["run"]);
  await vi.advanceTimersByTimeAsync(200);
  // A second tick comes before any of them may be fetched again.
  refetch.changed(["run"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toEqual({ head: 2, log: 2, charts: 2, other: 0, still: 0 });
});

test("a stream of ticks fetches each query at its own pace", async () => {
  const { fetched, refetch } = await pageWith({ head: liveOn(["run"], 250), charts: liveOn(["run"], 1500) });
  for (let ms = 0; ms < 15_000; ms += 100) {
    refetch.changed(["run"]);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(fetched.charts).toBeGreaterThanOrEqual(9);
  expect(fetched.charts).toBeLessThanOrEqual(11);
  expect(fetched.head).toBeGreaterThanOrEqual(35);
  expect(fetched.head).toBeLessThanOrEqual(60);
});

test("everything is fetched again when the server was away, except what follows no topic", async () => {
  const { fetched, refetch } = await pageWith({
    head: liveOn(["run"]),
    still: {} as ReturnType<typeof liveOn>,
  });
  refetch.changed([topics.everything]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual({ head: 1, still: 0 });
});

test("what is owed is dropped when nobody looks any more", async () => {
  const { fetched, refetch } = await pageWith({ head: liveOn(["run"]) });
  refetch.changed(["run"]);
  refetch.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched.head).toBe(0);
});
