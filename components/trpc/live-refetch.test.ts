import { dehydrate, hydrate, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { topics } from "#server/contracts/live.ts";
import { liveOn, liveTail, type CatchUp } from "./live-on.ts";
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
  refetch.changed({ topics: ["run"], advanced: {} });
  await vi.advanceTimersByTimeAsync(200);
  // A second tick comes before any of them may be fetched again.
  refetch.changed({ topics: ["run"], advanced: {} });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toEqual({ head: 2, log: 2, charts: 2, other: 0, still: 0 });
});

test("a stream of ticks fetches each query at its own pace", async () => {
  const { fetched, refetch } = await pageWith({ head: liveOn(["run"], 250), charts: liveOn(["run"], 1500) });
  for (let ms = 0; ms < 15_000; ms += 100) {
    refetch.changed({ topics: ["run"], advanced: {} });
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
  refetch.changed({ topics: [topics.everything], advanced: {} });
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual({ head: 1, still: 0 });
});

test("while nobody looks nothing is fetched, and what is owed is when somebody looks again", async () => {
  const { fetched, refetch } = await pageWith({ head: liveOn(["run"]), log: liveOn(["log"]) });
  refetch.changed({ topics: ["run"], advanced: {} });
  refetch.pause();
  refetch.changed({ topics: ["log"], advanced: {} });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toEqual({ head: 0, log: 0 });
  refetch.resume();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual({ head: 1, log: 1 });
});

/** A shown query of points of some runs: its data counts what was appended, and every fetch of the whole. */
function tailOf(catchUp: CatchUp, runs = ["r1", "r2"]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fetches = { whole: 0 };
  const observer = new QueryObserver(queryClient, {
    queryKey: ["points"],
    meta: liveTail(runs, 200, catchUp),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => Promise.resolve(`whole ${++fetches.whole}`),
  });
  const close = observer.subscribe(() => {});
  const refetch = createLiveRefetch(queryClient);
  const advance = (...ids: string[]) =>
    refetch.changed({ topics: [], advanced: Object.fromEntries(ids.map((id) => [id, 7])) });
  return {
    queryClient,
    observer,
    refetch,
    advance,
    fetches,
    close,
    data: () => observer.getCurrentResult().data,
  };
}

const namesOf = (runs: ReadonlySet<string> | "all") => (runs === "all" ? runs : [...runs].toSorted());

test("points that advanced are caught up with, for the runs that did and at the query's pace", async () => {
  const asked: unknown[] = [];
  const page = tailOf((data, runs) => {
    asked.push(namesOf(runs));
    return Promise.resolve(`${data as string}+`);
  });
  await vi.advanceTimersByTimeAsync(1000);
  page.advance("r1", "elsewhere");
  page.advance("r2");
  await vi.advanceTimersByTimeAsync(100);
  expect([asked, page.data()]).toEqual([[["r1", "r2"]], "whole 1+"]);
  for (let ms = 0; ms < 1000; ms += 50) {
    page.advance("r1");
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(7);
  page.advance("elsewhere");
  page.refetch.changed({ topics: ["run:r1", "progress"], advanced: {} });
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.length - before).toBeLessThanOrEqual(1);
  page.refetch.changed({ topics: [topics.everything], advanced: {} });
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.at(-1), page.fetches.whole]).toEqual(["all", 1]);
});

test("where a tail does not give what there is, the whole is fetched; where nothing changed, nobody is told", async () => {
  let answer: unknown = null;
  const page = tailOf((data) => Promise.resolve(answer === "same" ? data : answer));
  await vi.advanceTimersByTimeAsync(1000);
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.data()).toBe("whole 2");
  answer = "same";
  const { dataUpdatedAt } = page.observer.getCurrentResult();
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.observer.getCurrentResult()).toMatchObject({ data: "whole 2", dataUpdatedAt });
});

test("a tail that could not be read is asked for again with the next tick, for all runs that are behind", async () => {
  const asked: unknown[] = [];
  let isDown = true;
  const page = tailOf((data, runs) => {
    asked.push(namesOf(runs));
    return isDown ? Promise.reject(new Error("no server")) : Promise.resolve(`${data as string}+`);
  });
  await vi.advanceTimersByTimeAsync(1000);
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  isDown = false;
  page.advance("r2");
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.slice(1), page.data()]).toEqual([[["r1", "r2"]], "whole 1+"]);
});

test("what could not be read is asked for again when the server is back, and now and then before, without another tick", async () => {
  let isDown = true;
  const page = tailOf((data) =>
    isDown ? Promise.reject(new Error("no server")) : Promise.resolve(`${data as string}+`),
  );
  await vi.advanceTimersByTimeAsync(1000);
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  isDown = false;
  page.refetch.resume();
  await vi.advanceTimersByTimeAsync(300);
  expect(page.data()).toBe("whole 1+");
  isDown = true;
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  isDown = false;
  await vi.advanceTimersByTimeAsync(6000);
  expect(page.data()).toBe("whole 1++");
});

test("a page whose refetch failed while the server was away reads it again when that is back", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isDown = false;
  let reads = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ["run"],
    meta: liveOn(["run"]),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => (isDown ? Promise.reject(new Error("no server")) : Promise.resolve(++reads)),
  });
  observer.subscribe(() => {});
  const refetch = createLiveRefetch(queryClient);
  await vi.advanceTimersByTimeAsync(1000);
  isDown = true;
  refetch.changed({ topics: ["run"], advanced: {} });
  await vi.advanceTimersByTimeAsync(1000);
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, isError: true });
  isDown = false;
  refetch.resume();
  await vi.advanceTimersByTimeAsync(1000);
  expect(observer.getCurrentResult()).toMatchObject({ data: 2, isError: false });
  refetch.resume();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads).toBe(2);
});

test("while one tail is read no other is asked for", async () => {
  let [underWay, most, asked] = [0, 0, 0];
  const page = tailOf(async (data) => {
    asked += 1;
    most = Math.max(most, (underWay += 1));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    underWay -= 1;
    return `${data as string}+`;
  });
  await vi.advanceTimersByTimeAsync(1000);
  for (let ms = 0; ms < 5000; ms += 100) {
    page.advance("r1");
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(most).toBe(1);
  expect(asked).toBeGreaterThanOrEqual(4);
});

test("a tail is not appended to what was fetched meanwhile", async () => {
  const page = tailOf(async (data) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return `${data as string}+`;
  });
  await vi.advanceTimersByTimeAsync(1000);
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(150);
  void page.observer.refetch();
  await vi.advanceTimersByTimeAsync(50);
  expect(page.data()).toBe("whole 2");
  await vi.advanceTimersByTimeAsync(2000);
  expect(page.data()).toBe("whole 2+");
});

test("points that nobody looks at are not asked for; shown again they are read whole", async () => {
  let asked = 0;
  const page = tailOf((data) => {
    asked += 1;
    return Promise.resolve(data);
  });
  await vi.advanceTimersByTimeAsync(1000);
  page.close();
  page.advance("r1");
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked, page.fetches.whole]).toEqual([0, 1]);
  page.observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked, page.fetches.whole]).toEqual([0, 2]);
});

test("what the server put into a page while a tick was on its way is followed too", async () => {
  const queryClient = new QueryClient();
  const refetch = createLiveRefetch(queryClient);
  refetch.changed({ topics: ["run"], advanced: {} });
  await vi.advanceTimersByTimeAsync(1000);
  let fetched = 0;
  const server = new QueryClient();
  server.setQueryData(["late"], "from the server");
  hydrate(queryClient, dehydrate(server));
  new QueryObserver(queryClient, {
    queryKey: ["late"],
    meta: liveOn(["run"]),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => Promise.resolve(`fetched ${++fetched}`),
  }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toBe(1);
});
