import type { BrowserContext, Request } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { SMOKE_ARGS } from "./fixtures/short-runs.ts";
import { WIRED } from "./fixtures/wire-run.ts";

/** A browser opens six connections per server. Tabs share one event stream, so any number of them loads and stays live. */

const TABS = 8;
const STREAM = /\/api\/trpc\/live\.ticks/;

test.use({ benchOptions: WIRED });

/** The event streams of all tabs that are open now, as the browser's network layer sees them. */
function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (STREAM.test(request.url())) open.add(request);
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
  // Nobody is told how the requests of a closed tab ended.
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

test("eight tabs load and are told what happens over one event stream, which outlives the tab that had it", async ({
  bench,
  context,
  member,
}) => {
  const streams = openStreams(context);
  // A page that asks for nothing by itself: what appears there was told.
  await member.goto(`${bench.url}/experiments`);
  const tabs = [member];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto(member.url());
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(tab.getByText(/live, /)).toBeVisible();
  expect(streams()).toBe(1);

  await bench.cliJson("launch", "grpo", "--seeds", "0", "--title", "Told to all", ...SMOKE_ARGS);
  for (const tab of tabs) await expect(tab.getByText("Told to all").first()).toBeVisible();
  expect(streams()).toBe(1);

  const [leading, ...others] = tabs;
  await leading.close();
  await expect.poll(streams).toBe(1);
  await bench.cliJson("launch", "grpo", "--seeds", "1", "--title", "Told by another", ...SMOKE_ARGS);
  for (const tab of others) {
    await expect(tab.getByText("Told by another").first()).toBeVisible();
    await expect(tab.getByText(/live, /)).toBeVisible();
  }
  expect(streams()).toBe(1);
});
