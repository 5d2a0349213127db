import type { CDPSession, Page } from "@playwright/test";
import type { OpenPage } from "../browser-page.ts";
import { quantile } from "../figure.ts";

/** What must stand in the page before it counts as drawn. */
export interface Drawn {
  /** Matches the elements that are counted. */
  selector: string;
  /** Shorter `d` attributes are axes and marks; 0 counts elements of any kind. */
  pathLength: number;
  /** How many there must be. */
  atLeast: number;
}

/** Runs in the page: how many there are, or null while there are not enough. */
function countDrawn({ selector, pathLength, atLeast }: Drawn): number | null {
  const found = [...document.querySelectorAll(selector)].filter(
    (element) => (element.getAttribute("d") ?? "").length >= pathLength,
  );
  return found.length >= atLeast ? found.length : null;
}

const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );

export interface Opened {
  page: Page;
  /** From the start of the navigation until it was drawn and two frames had passed, ms. */
  ms: number;
}

const GIVE_UP_MS = 60_000;

/** Goes to an address in a page with an empty cache and waits until it is drawn. */
export async function openDrawn(browser: OpenPage, url: string, drawn: Drawn): Promise<Opened> {
  const page = await browser.fresh();
  const started = performance.now();
  await page.goto(url, { waitUntil: "commit", timeout: GIVE_UP_MS });
  try {
    await page.waitForFunction(countDrawn, drawn, { polling: "raf", timeout: GIVE_UP_MS });
  } catch {
    const count = await page.evaluate(countDrawn, { ...drawn, atLeast: 0 });
    await page.context().close();
    throw new Error(
      `${new URL(url).pathname} had ${count} of ${drawn.atLeast} ${drawn.selector} after ${GIVE_UP_MS / 1000} s.`,
    );
  }
  await twoFrames(page);
  return { page, ms: performance.now() - started };
}

/** Several times navigation to drawn, each with an empty cache; the last page stays open. */
export async function timesToDrawn(
  browser: OpenPage,
  url: string,
  drawn: Drawn,
  times: number,
): Promise<{ page: Page; median: number; note: string }> {
  const all: number[] = [];
  let last: Page | null = null;
  for (let i = 0; i < times; i++) {
    await last?.context().close();
    const { page, ms } = await openDrawn(browser, url, drawn);
    all.push(ms);
    last = page;
  }
  if (!last) throw new Error("A page is opened at least once.");
  const median = quantile(all, 0.5) ?? Number.NaN;
  const note = `median of ${times} with an empty cache, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} ms`;
  return { page: last, median, note };
}

export interface Heap {
  /** As a page left alone has it, garbage included, MB. */
  used: number;
  /** After a collection, MB. */
  live: number;
}

const metric = async (session: CDPSession, name: string): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
};

/** JavaScript heap of a page that has been left alone for a moment. */
export async function heapOf(page: Page, settleMs: number): Promise<Heap> {
  await page.waitForTimeout(settleMs);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const used = (await metric(session, "JSHeapUsedSize")) / 1e6;
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const live = (await metric(session, "JSHeapUsedSize")) / 1e6;
  await session.detach();
  return { used, live };
}

/** Milliseconds of the main thread while something is done. */
export async function mainThreadMs(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await metric(session, "TaskDuration");
  await work();
  const after = await metric(session, "TaskDuration");
  await session.detach();
  return (after - before) * 1000;
}
