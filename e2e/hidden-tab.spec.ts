import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { requestsUnderWay } from "./fixtures/clean-page.ts";
import { ENDLESS } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

/** A browser opens six connections per server; tabs that nobody sees must not hold them. */

const STREAM = /\/api\/trpc\/live\.ticks/;

/** Chromium without a screen never hides a page, so the page is told what `visibilityState` would say. */
async function canBeHidden(page: Page): Promise<(state: "hidden" | "visible") => Promise<void>> {
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    addEventListener("ablab-test-visibility", (event) => {
      state = (event as CustomEvent<DocumentVisibilityState>).detail;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  return (state) =>
    page.evaluate((s) => void dispatchEvent(new CustomEvent("ablab-test-visibility", { detail: s })), state);
}

/** The event streams of a page that are open now, as the browser's network layer sees them. */
function openStreams(page: Page): { count: () => number; opened: () => number } {
  const open = new Set<unknown>();
  let opened = 0;
  page.on("request", (request) => {
    if (!STREAM.test(request.url())) return;
    opened += 1;
    open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void open.delete(request));
  return { count: () => open.size, opened: () => opened };
}

test("a hidden tab closes its event stream, and catches up when it is looked at again", async ({
  page,
  bench,
}) => {
  const show = await canBeHidden(page);
  const streams = openStreams(page);
  const underWay = requestsUnderWay(page);
  await page.goto(await bench.loginLink());
  await expect(page.getByText(/live, /)).toBeVisible();
  await page.goto(`${bench.url}/launch?set=${ENDLESS}`);
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page.getByText(/running\. Running on/)).toBeVisible();
  const shownStep = async () =>
    Number(
      /([\d,]+)\s*of 5,000/
        .exec((await page.locator(".fact", { hasText: "Train step" }).textContent()) ?? "")?.[1]
        .replace(",", ""),
    );
  await expect.poll(shownStep).toBeGreaterThan(0);
  expect(streams.count()).toBe(1);

  await show("hidden");
  await expect.poll(streams.count).toBe(0);
  // An answer that was under way still arrives, and is drawn in the next frame.
  await expect.poll(underWay).toBe(0);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const [frozen, opened] = [await shownStep(), streams.opened()];
  const run = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const trueStep = async () => (await bench.cliJson<{ row: { step: number } }>("run", run)).row.step;
  await expect.poll(trueStep).toBeGreaterThan(frozen + 3);
  expect([await shownStep(), streams.opened()]).toEqual([frozen, opened]);

  const missed = await trueStep();
  await show("visible");
  await expect.poll(shownStep).toBeGreaterThanOrEqual(missed);
  expect([streams.count(), streams.opened()]).toEqual([1, opened + 1]);
  await expect(page.getByText(/live, /)).toBeVisible();
});
