import { readFileSync } from "node:fs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ablab, ended, newHome, removeHome, startBench } from "./ablab-process.ts";
import { openPage, type OpenPage } from "./browser-page.ts";
import { atMost, quantile, type Measurement } from "./figure.ts";

const WATCHED_MS = 20_000;
/** The page is drawn, the trainer has its first steps behind it. */
const WARM_MS = 2000;

/** Enough to be watched on a fast machine, and no more: a training goes on when the measurement is interrupted. */
const STEPS = 1000;

interface Sight {
  step: number;
  at: number;
}

/** Notes in the page, from now on, when which train step stood in the DOM (ms since 1970). */
async function watchSteps(page: Page): Promise<() => Promise<Sight[]>> {
  await page.evaluate(() => {
    const seen: { step: number; at: number }[] = [];
    (globalThis as unknown as { stepsSeen: typeof seen }).stepsSeen = seen;
    let last = -1;
    const look = () => {
      const fact = [...document.querySelectorAll(".fact")].find((el) =>
        el.textContent?.startsWith("Train step"),
      );
      const step = Number(
        (/([\d,]+)\s*of [\d,]+/.exec(fact?.textContent ?? "")?.[1] ?? "-1").replace(",", ""),
      );
      if (step > last) seen.push({ step, at: Date.now() });
      last = Math.max(last, step);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { stepsSeen: Sight[] }).stepsSeen);
}

/** When the trainer wrote the points of each step, ms since 1970. */
function writtenSteps(home: string): Sight[] {
  const [attempt] = readdirSync(join(home, "runs"));
  return readFileSync(join(home, "runs", attempt, "events.ndjson"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith('{"t":"points"'))
    .map((line) => JSON.parse(line) as Sight)
    .filter(({ step }) => step > 0);
}

/** For each step written while the page was watched: ms until the page showed it or a later one. */
export function delays(written: readonly Sight[], seen: readonly Sight[]): number[] {
  const [first, last] = [seen.at(0), seen.at(-1)];
  if (!first || !last) return [];
  return written
    .filter(({ step }) => step > first.step && step <= last.step)
    .map(({ step, at }) => (seen.find((sight) => sight.step >= step)?.at ?? Number.NaN) - at);
}

export const latency: Measurement = {
  name: "latency",
  async measure() {
    const home = newHome();
    const bench = await startBench(home, "--slots", "1");
    let browser: OpenPage | null = null;
    let run = "";
    try {
      browser = await openPage(bench.loginLink);
      const { page } = browser;
      await ended(ablab(home, "launch", "grpo", "--set", `iterations=${STEPS}`, "--set", "eval_every=1000"));
      run = (await bench.query<{ rows: { id: string }[] }>("runs.list", { limit: 1 })).rows[0].id;
      await page.goto(`${bench.url}/runs/${run}`);
      await page
        .getByText(new RegExp(`training \\d+ of ${STEPS.toLocaleString("en-US")}`))
        .waitFor({ timeout: 30_000 });
      await page.waitForTimeout(WARM_MS);
      const stepsSeen = await watchSteps(page);
      await page.waitForTimeout(WATCHED_MS);
      const seen = await stepsSeen();
      const values = delays(writtenSteps(home), seen);
      const note = `${values.length} train steps, ${seen.length} changes on the run page, ${WATCHED_MS / 1000} s, trainer on the same machine`;
      const figure = (p: number) => ({
        name: `point to pixel, p${p * 100}`,
        measured: quantile(values, p),
        unit: "ms",
      });
      return [
        { ...figure(0.5), target: null, note },
        { ...figure(0.95), target: atMost(500), note },
      ];
    } finally {
      await browser?.close();
      if (run !== "") await bench.endRun(run);
      await bench.stop();
      removeHome(home);
    }
  },
};
