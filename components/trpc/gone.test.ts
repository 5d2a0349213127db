import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aroundDeletion, forgetThings } from "./gone.ts";
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
  forgetThings(queryClient, "rep_a");
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

/** A page of one report that follows changes, and a deletion whose answer comes `answerMs` after it is asked for. */
function openPage({
  readMs = 0,
  answerMs,
  fails = false,
}: {
  readMs?: number;
  answerMs: number;
  fails?: boolean;
}) {
  const queryClient = new QueryClient();
  const log: string[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  new QueryObserver(queryClient, {
    queryKey: ["reports.page", { id: "rep_a" }],
    meta: liveOn(["reports"]),
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      log.push("read");
      await wait(readMs);
      log.push("was read");
      return "report";
    },
  }).subscribe(() => {});
  const refetch = createLiveRefetch(queryClient);
  const remove = new MutationObserver(queryClient, {
    ...aroundDeletion(queryClient, "rep_a"),
    async mutationFn() {
      log.push("delete");
      // The news of a change is here at once, its answer later.
      if (!fails) refetch.changed({ topics: ["reports"], advanced: {} });
      await wait(answerMs);
      if (fails) throw new Error("The disk is full.");
    },
    onSuccess: () => forgetThings(queryClient, "rep_a"),
  });
  return { log, refetch, remove: () => void remove.mutate().catch(() => undefined) };
}

test("news of a deletion that are faster than its answer do not ask for what was deleted", async () => {
  const { log, remove } = openPage({ answerMs: 5000 });
  await vi.advanceTimersByTimeAsync(1000);
  remove();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(["read", "was read", "delete"]);
});

test("a deletion waits for an answer about its thing that is on its way, and not for ever", async () => {
  const { log, remove } = openPage({ readMs: 500, answerMs: 5000 });
  await vi.advanceTimersByTimeAsync(100);
  remove();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(["read", "was read", "delete"]);
  const slow = openPage({ readMs: 60_000, answerMs: 5000 });
  await vi.advanceTimersByTimeAsync(100);
  slow.remove();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slow.log).toEqual(["read", "delete"]);
});

test("what a deletion that failed has left is read again and followed as before", async () => {
  const { log, refetch, remove } = openPage({ answerMs: 100, fails: true });
  await vi.advanceTimersByTimeAsync(1000);
  remove();
  await vi.advanceTimersByTimeAsync(1000);
  expect(log).toEqual(["read", "was read", "delete", "read", "was read"]);
  refetch.changed({ topics: ["reports"], advanced: {} });
  await vi.advanceTimersByTimeAsync(6000);
  expect(log.slice(5)).toEqual(["read", "was read"]);
});

test("of many things that are deleted at once each is left alone, and what is asked about others goes on", async () => {
  const queryClient = new QueryClient();
  const asked: string[] = [];
  for (const id of ["run_a", "run_b", "run_c"])
    new QueryObserver(queryClient, {
      queryKey: ["runs.row", { id }],
      meta: liveOn(["runs"]),
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: () => {
        asked.push(id);
        return Promise.resolve(id);
      },
    }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  asked.length = 0;
  await aroundDeletion(queryClient, "run_a", "run_c").onMutate();
  createLiveRefetch(queryClient).changed({ topics: ["runs"], advanced: {} });
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).toEqual(["run_b"]);
});
