import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { createLiveRefetch } from "#components/trpc/live-refetch.ts";
import { liveTail } from "#components/trpc/live-on.ts";
import { openTickStream } from "#components/trpc/open-tick-stream.ts";
import { serveOverCuttableWire } from "#components/trpc/testing.ts";
import { createTickFeed, type LiveState } from "#components/trpc/tick-feed.ts";
import { topics } from "#server/contracts/live.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { unpackWindow } from "#server/contracts/charts/unpack-window.ts";
import { commit } from "#server/services/context.ts";
import { addPoints, worldWithRuns } from "#server/services/series/testing.ts";
import { catchUpWindows } from "./append-tail.ts";

const METRIC = "reward/raw";
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A run on a real server, and a page in this process that shows it through the event stream. */
async function pageOfRun(question: Partial<WindowQuestion> = {}, knowsStart = true) {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  const wire = await serveOverCuttableWire(world.ctx);
  closing.push(() => wire.close());
  let step = 0;
  const train = (count: number) => {
    commit(world.ctx, (scope) => {
      const points = Array.from({ length: count }, (_, i) => [step + i + 1, Math.sin(step + i)] as const);
      addPoints(world, attemptId, METRIC, points);
      step += count;
      scope.touch(topics.run(runId));
      scope.advance(runId, step);
    });
  };
  train(3);

  const ask = { runIds: [runId], metrics: [METRIC], buckets: 4000, ...question };
  const asked: WindowQuestion[] = [];
  const read = async (more: Partial<WindowQuestion>): Promise<SeriesWindow[]> => {
    asked.push({ ...ask, ...more });
    return (await wire.client.series.window.query({ ...ask, ...more })).map(unpackWindow);
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const observer = new QueryObserver<SeriesWindow[]>(queryClient, {
    queryKey: ["windows"],
    queryFn: () => read({}),
    meta: liveTail([runId], 20, (data, advanced) =>
      catchUpWindows(data as SeriesWindow[], advanced, ask, read),
    ),
    structuralSharing: false,
  });
  const after = knowsStart ? await wire.client.live.start.query() : null;
  closing.push(observer.subscribe(() => {}));
  const states: LiveState["kind"][] = [];
  const refetch = createLiveRefetch(queryClient);
  const feed = createTickFeed({
    open: openTickStream(wire.client),
    tabs: null,
    after,
    onState: ({ kind }) => {
      states.push(kind);
      if (kind === "live") refetch.resume();
    },
    onChange: (change) => refetch.changed(change),
  });
  feed.show();
  closing.push(
    () => queryClient.clear(),
    () => refetch.close(),
    () => feed.hide(),
  );
  const shown = () => observer.getCurrentResult().data?.[0];
  const untilShown = (steps = step) => expect.poll(() => shown()?.x0.length, { interval: 10 }).toBe(steps);
  const everyStep = () => Array.from({ length: step }, (_, i) => i + 1);
  const isLive = () => expect.poll(() => states.at(-1), { interval: 10 }).toBe("live");
  const hide = () => {
    feed.hide();
    refetch.pause();
  };
  const show = () => {
    refetch.resume();
    feed.show();
  };
  return { world, wire, train, asked, shown, untilShown, everyStep, isLive, states, show, hide, attemptId };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a live line grows by its new points alone, each once and in order", async () => {
  const page = await pageOfRun();
  await page.isLive();
  await page.untilShown();
  for (let i = 0; i < 20; i++) {
    page.train(2);
    await pause(15);
  }
  await page.untilShown();
  expect([...(page.shown()?.x0 ?? [])]).toEqual(page.everyStep());
  expect(page.shown()?.mean.at(-1)).toBe(Math.sin(42));
  const whole = page.asked.filter(({ after = [] }) => after.length === 0);
  expect(whole).toHaveLength(1);
  expect(page.asked.length).toBeLessThanOrEqual(22);
});

test("after a cut the page shows everything that came meanwhile, nothing missing and nothing twice", async () => {
  const page = await pageOfRun();
  await page.isLive();
  await page.untilShown();
  for (let round = 0; round < 3; round++) {
    page.train(5);
    page.wire.cut();
    await expect.poll(() => page.states.at(-1)).toBe("lost");
    page.train(5);
    await pause(120);
    page.train(5);
    page.wire.mend();
    await page.isLive();
    await page.untilShown();
  }
  expect([...(page.shown()?.x0 ?? [])]).toEqual(page.everyStep());
  await pause(100);
  expect(page.wire.streams()).toBe(1);
});

test("a server that refuses while it starts is asked again until it answers", async () => {
  const page = await pageOfRun({}, false);
  await page.isLive();
  page.train(1);
  await page.untilShown();
  page.wire.starting(true);
  page.wire.cut();
  page.wire.mend();
  await expect.poll(() => page.states.at(-1)).toBe("lost");
  page.train(5);
  await pause(200);
  page.wire.starting(false);
  await page.isLive();
  await page.untilShown();
  expect([...(page.shown()?.x0 ?? [])]).toEqual(page.everyStep());
});

test("a page that was hidden asks for nothing meanwhile, and catches up when it is looked at again", async () => {
  const page = await pageOfRun();
  await page.isLive();
  await page.untilShown();
  await pause(150);
  page.hide();
  await expect.poll(() => page.wire.streams()).toBe(0);
  const before = page.asked.length;
  for (let i = 0; i < 5; i++) page.train(4);
  await pause(150);
  expect([page.asked.length, page.shown()?.x0.length]).toEqual([before, 3]);
  page.show();
  await page.untilShown();
  expect([...(page.shown()?.x0 ?? [])]).toEqual(page.everyStep());
});

test("points that come before the end, or beside others at their x, are shown too", async () => {
  const page = await pageOfRun();
  await page.isLive();
  await page.untilShown();
  addPoints(page.world, page.attemptId, METRIC, [
    [0.5, 9],
    [2, 7],
  ]);
  page.train(1);
  const both = (Math.sin(1) + 7) / 2;
  await expect.poll(() => [...(page.shown()?.mean ?? [])].slice(0, 3)).toEqual([9, 0, both]);
  expect([...(page.shown()?.n ?? [])].slice(0, 3)).toEqual([1, 1, 2]);
  expect([...(page.shown()?.x0 ?? [])]).toEqual([0.5, 1, 2, 3, 4]);
});

test("a bucketed line goes on in buckets, and is read again when it has a quarter more of them", async () => {
  const page = await pageOfRun({ buckets: 16 });
  await page.isLive();
  for (let i = 0; i < 60; i++) {
    page.train(1 + (i % 3));
    await pause(8);
  }
  await expect.poll(() => page.shown()?.x1.at(-1)).toBe(page.everyStep().length);
  const window = page.shown();
  expect(window?.n.reduce((a, b) => a + b, 0)).toBe(page.everyStep().length);
  expect(window?.x0.length).toBeLessThanOrEqual(20);
  expect(window?.x0.every((x, i) => i === 0 || x > (window.x1[i - 1] ?? x))).toBe(true);
});
