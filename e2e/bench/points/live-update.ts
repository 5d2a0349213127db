import type { Page } from "@playwright/test";
import { newHome, removeHome, startBench, type RunningBench } from "../ablab-process.ts";
import { openPage, type OpenPage } from "../browser-page.ts";
import { atMost, type Measurement } from "../figure.ts";
import { joinByWire, launchBy, type TakenAttempt } from "../wire-worker.ts";
import { CONTENT_TYPE, bodyOf } from "./point-bodies.ts";
import { planSeries, type GeneratedSeries } from "./point-generator.ts";
import { mainThreadMs, openDrawn } from "./page-watch.ts";

const LINES = 10;
const POINTS = 1000;
const METRIC = "train/loss";

interface LiveLine {
  attempt: TakenAttempt;
  series: GeneratedSeries;
}

/** Sends the points from index `from` up to `to` of every line. */
async function send(
  bench: RunningBench,
  lines: readonly LiveLine[],
  from: number,
  to: number,
): Promise<void> {
  for (const { attempt, series } of lines) {
    const { body } = bodyOf({ series: [series], from, to }, "json");
    const answer = await fetch(
      `${bench.url}/api/worker/attempts/${attempt.attemptId}/points?source=bench&firstSeq=${from + 1}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${attempt.token}`, "content-type": CONTENT_TYPE.json },
        body: new Uint8Array(body),
      },
    );
    if (!answer.ok) throw new Error(`Points were answered with ${answer.status}: ${await answer.text()}`);
  }
}

/** Counts, from now on, in how many frames a line of a chart changed. */
async function countUpdates(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = globalThis as unknown as { updatesSeen: number };
    seen.updatesSeen = 0;
    let inThisFrame = false;
    new MutationObserver((changes) => {
      const isLine = changes.some(({ target }) => target instanceof SVGPathElement);
      if (!isLine || inThisFrame) return;
      inThisFrame = true;
      seen.updatesSeen += 1;
      requestAnimationFrame(() => (inThisFrame = false));
    }).observe(document.body, { attributes: true, attributeFilter: ["d"], childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { updatesSeen: number }).updatesSeen);
}

async function watch(
  browser: OpenPage,
  bench: RunningBench,
  url: string,
  lines: readonly LiveLine[],
  updates: number,
) {
  const { page } = await openDrawn(browser, url, { selector: ".plot path", pathLength: 500, atLeast: LINES });
  await page.waitForTimeout(1000);
  const quiet = await mainThreadMs(page, () => page.waitForTimeout(updates * 1000));
  const drawn = await countUpdates(page);
  const busy = await mainThreadMs(page, async () => {
    for (let i = 0; i < updates; i++) {
      await send(bench, lines, POINTS + i, POINTS + i + 1);
      await page.waitForTimeout(1000);
    }
    await page.waitForTimeout(1000);
  });
  const count = await drawn();
  await page.context().close();
  return { quiet, busy, count };
}

/** Ten running trainings in one chart, each of which says one more point a second. */
export const liveUpdate: Measurement = {
  name: "live-update",
  async measure({ quick }) {
    const home = newHome();
    const bench = await startBench(home, "--no-worker");
    let browser: OpenPage | null = null;
    try {
      const worker = await joinByWire(bench);
      const seeds = Array.from({ length: LINES }, (_, i) => i);
      const { experimentId } = await launchBy(bench, "grpo", "baseline", seeds);
      const lines: LiveLine[] = [];
      for (const index of seeds)
        lines.push({ attempt: await worker.take(), series: planSeries(index, METRIC, 2 * POINTS) });
      await send(bench, lines, 0, POINTS);
      browser = await openPage(bench.loginLink);
      const url = `${bench.url}/runs/curves?experiment=${experimentId}`;
      const { quiet, busy, count } = await watch(browser, bench, url, lines, quick ? 5 : 30);
      return [
        {
          name: `update of a chart of ${LINES} x ${POINTS.toLocaleString("en-US")} points, main thread`,
          measured: (busy - quiet) / count,
          unit: "ms",
          target: atMost(25),
          note: `tick, fetch, decoding, React, layout and paint of ${count} live updates of the ${LINES}-run page; what the page does without updates, ${quiet.toFixed(0)} ms, is taken off`,
        },
      ];
    } finally {
      await browser?.close();
      await bench.stop();
      removeHome(home);
    }
  },
};
