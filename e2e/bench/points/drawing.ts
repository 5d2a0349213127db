import { setTimeout as pause } from "node:timers/promises";
import type { RunningBench } from "../ablab-process.ts";
import { openPage, type OpenPage } from "../browser-page.ts";
import { atMost, type Figure, type Measurement } from "../figure.ts";
import { PEERS } from "../peers.ts";
import { heapOf, timesToDrawn, type Drawn } from "./page-watch.ts";
import { COMPARED, KEYS, PAGE } from "./point-plan.ts";
import { untilQuiet, type PointWorld } from "./point-world.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

/** How often a page is opened, and how long it is left alone. */
interface Pace {
  repeats: number;
  settleMs: number;
}
const CALM: Pace = { repeats: 5, settleMs: 3000 };
const HASTY: Pace = { repeats: 3, settleMs: 1000 };

/** How long the server is watched while a page is open: a shorter span is decided by one collection of V8's. */
const IDLE_SECONDS = 30;

/** Lines of charts: an axis or a mark has a far shorter path. */
const lines = (atLeast: number): Drawn => ({ selector: ".plot path", pathLength: 500, atLeast });

/** Panels with points that a page of 1440 x 900 shows without scrolling: reward and groups. */
const PANELS_IN_SIGHT = 5;

const seconds = (ms: number) => ms / 1000;

async function runPage(
  browser: OpenPage,
  bench: RunningBench,
  world: PointWorld,
  pace: Pace,
): Promise<Figure[]> {
  const url = `${bench.url}/runs/${world.runs.page[0].runId}`;
  const { page, median, note } = await timesToDrawn(browser, url, lines(PANELS_IN_SIGHT), pace.repeats);
  const heap = await heapOf(page, pace.settleMs);
  await page.context().close();
  return [
    {
      name: `run page, ${PAGE.metrics} metrics x ${PAGE.points / 1000} k points, navigation to drawn`,
      measured: seconds(median),
      unit: "s",
      target: atMost(0.7),
      peer: PEERS.runPage,
      note: `${PANELS_IN_SIGHT} charts in sight; ${note}; heap ${heap.used.toFixed(0)} MB, ${heap.live.toFixed(0)} after collection`,
    },
  ];
}

/** Server CPU while a page is open and nothing happens, percent of a core. */
async function idleShare(bench: RunningBench, forSeconds: number): Promise<number> {
  // What is still being merged is not the page's doing, nor that V8 tidies up some seconds after it was drawn.
  await untilQuiet(bench.serverPid, 60_000, forSeconds * 500);
  const before = cpuSecondsOf(bench.serverPid);
  await pause(forSeconds * 1000);
  return (100 * (cpuSecondsOf(bench.serverPid) - before)) / forSeconds;
}

async function comparisonPage(
  browser: OpenPage,
  bench: RunningBench,
  world: PointWorld,
  pace: Pace,
): Promise<Figure[]> {
  const url = `${bench.url}/runs/curves?experiment=${world.runs.compare[0].experimentId}`;
  const { page, median, note } = await timesToDrawn(browser, url, lines(COMPARED.runs), pace.repeats);
  const heap = await heapOf(page, pace.settleMs);
  const idle = await idleShare(bench, IDLE_SECONDS);
  await page.context().close();
  const name = `${COMPARED.runs}-run page`;
  return [
    {
      name: `${name}, navigation to drawn`,
      measured: seconds(median),
      unit: "s",
      target: atMost(1),
      peer: PEERS.hundredRunsPage,
      note: `${COMPARED.runs} lines of ${COMPARED.points / 1000} k points; ${note}`,
    },
    {
      name: `${name}, JS heap`,
      measured: heap.used,
      unit: "MB",
      target: atMost(80),
      peer: PEERS.hundredRunsHeap,
      note: `${pace.settleMs / 1000} s after it was drawn; ${heap.live.toFixed(0)} MB after collection`,
    },
    {
      name: `${name} open and idle, server`,
      measured: idle,
      unit: "% of a core",
      target: atMost(1),
      peer: PEERS.idlePage,
      note: `over ${IDLE_SECONDS} s`,
    },
  ];
}

async function manyKeys(
  browser: OpenPage,
  bench: RunningBench,
  world: PointWorld,
  pace: Pace,
): Promise<Figure[]> {
  const url = `${bench.url}/runs/${world.runs.keys[0].runId}`;
  const panels: Drawn = { selector: ".plot path", pathLength: 15, atLeast: PANELS_IN_SIGHT };
  const { page, median, note } = await timesToDrawn(browser, url, panels, pace.repeats);
  const heap = await heapOf(page, pace.settleMs);
  const nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
  await page.context().close();
  return [
    {
      name: `run page with ${KEYS.metrics.toLocaleString("en-US")} metrics, navigation to drawn`,
      measured: seconds(median),
      unit: "s",
      target: atMost(1.5),
      peer: PEERS.manyKeysPage,
      note: `${note}; ${nodes.toLocaleString("en-US")} elements`,
    },
    {
      name: `run page with ${KEYS.metrics.toLocaleString("en-US")} metrics, JS heap`,
      measured: heap.used,
      unit: "MB",
      target: atMost(150),
      peer: PEERS.manyKeysHeap,
      note: `${pace.settleMs / 1000} s after it was drawn; ${heap.live.toFixed(0)} MB after collection`,
    },
  ];
}

/** What a person waits for: pages with many points, from the press of a link to the last line. */
export const drawing: Measurement = {
  name: "drawing",
  async measure({ points, quick }) {
    const pace = quick ? HASTY : CALM;
    const world = await points();
    const bench = await world.bench();
    const browser = await openPage(bench.loginLink);
    try {
      return [
        ...(await runPage(browser, bench, world, pace)),
        ...(await comparisonPage(browser, bench, world, pace)),
        ...(await manyKeys(browser, bench, world, pace)),
      ];
    } finally {
      await browser.close();
    }
  },
};
