import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetThing } from "./gone.ts";
import { liveOn } from "./live-on.ts";
import { createLiveRefetch } from "./live-refetch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what was deleted is not asked for again, others are, and a page that is opened later reads it anew", async () => {
  const queryClient = new QueryClient();
  const asked: string[] = [];
  const show = (id: string) =>
    new QueryObserver(queryClient, {
      queryKey: ["reports.page", { id }],
      meta: liveOn(["reports"]),
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: () => {
        asked.push(id);
        return Promise.resolve(id);
      },
    }).subscribe(() => {});
  const leave = show("rep_a");
  show("rep_b");
  await vi.advanceTimersByTimeAsync(1000);
  const refetch = createLiveRefetch(queryClient);
  asked.length = 0;
  forgetThing(queryClient, "rep_a");
  refetch.changed({ topics: ["reports"], advanced: {} });
  await vi.advanceTimersByTimeAsync(1000);
  refetch.resume();
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).toEqual(["rep_b"]);
  leave();
  show("rep_a");
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(["rep_b", "rep_a"]);
});
