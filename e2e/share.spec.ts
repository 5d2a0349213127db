import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectNoViolation } from "./fixtures/clean-page.ts";
import { hoverUntilOpen } from "./fixtures/hover.ts";
import { type Launched, SMOKE_ARGS } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

/** A published report of one short run, with canaries in its prose. */
async function publishReport(bench: Bench, page: Page): Promise<string> {
  const { experimentId } = await bench.cliJson<Launched>(
    "launch",
    "grpo",
    "--preset",
    "baseline",
    "--seeds",
    "0",
    "--wait",
    "--title",
    "At /home/canary/x",
    ...SMOKE_ARGS,
  );
  const { id } = await bench.cliJson<{ id: string }>("report", "write", experimentId);
  await page.goto(`${bench.url}/reports/${id}?view=edit`);
  const area = page.getByLabel("Text of the report, Markdown");
  await area.press("Control+Home");
  await page.keyboard.insertText("On canary@canary-host.corp in /home/canary/x. ");
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await bench.cliJson("report", "publish", id);
  return id;
}

/** Opens an address as a stranger: no session, and every request and cookie is seen. */
async function asStranger(browser: Browser, url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) asked.push(request.url());
  });
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  const response = await page.goto(url);
  return {
    context,
    page,
    asked,
    problems,
    status: response?.status() ?? 0,
    headers: response?.headers() ?? {},
  };
}

test("a link opens one report for a stranger and nothing else, until it is revoked or ends", async ({
  member,
  bench,
  browser,
}) => {
  const id = await publishReport(bench, member);
  await member.goto(`${bench.url}/reports/${id}`);
  await member.getByRole("button", { name: "Share" }).click();
  await member.getByRole("button", { name: "Create a link to revision 1" }).click();
  const url = (await member.locator(".report-fresh code").textContent()) ?? "";
  expect(url).toMatch(/\/share\/abl_sh_[0-9a-hjkmnp-tv-z]{26}$/);

  const stranger = await asStranger(browser, url);
  expect(stranger.status).toBe(200);
  expect(stranger.headers).toMatchObject({
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(stranger.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(stranger.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(stranger.headers["content-security-policy"]).not.toContain("unsafe");
  await expect(stranger.page.getByRole("heading", { level: 1 })).toHaveText("At /home/canary/x");
  await expect(stranger.page.getByText("canary-host.corp")).toBeVisible();
  const card = stranger.page.locator(".r-card:popover-open");
  await hoverUntilOpen(stranger.page, stranger.page.locator(".r-q").first(), card);
  await expect(card).toContainText("1 seed, no interval");
  expect(stranger.asked).toEqual([url]);
  expect(stranger.problems).toEqual([]);
  expect(await stranger.context.cookies()).toEqual([]);
  await expectNoViolation(stranger.page, "as a stranger");

  for (const path of [
    "/",
    `/reports/${id}`,
    "/runs",
    "/api/trpc/reports.list",
    "/api/trpc/reports.page",
    "/report-cards.js",
  ]) {
    const answer = await stranger.context.request.get(bench.url + path);
    expect(answer.status(), path).toBe(401);
  }
  const post = await stranger.context.request.post(url, { data: {} });
  expect(post.status()).toBe(405);
  const framed = await stranger.page.evaluate(async (address) => {
    const tried = await Promise.allSettled([fetch(address), fetch("/api/trpc/reports.list")]);
    return tried.map((t) => t.status);
  }, url);
  expect(framed).toEqual(["rejected", "rejected"]);

  await expect(member.getByRole("row").filter({ hasText: "as published" })).toContainText("Revoke");
  await expect(async () => {
    const cells = await member
      .getByRole("row")
      .filter({ hasText: "as published" })
      .getByRole("cell")
      .allTextContents();
    expect(cells[3]).toBe("1");
  }).toPass();
  await member.getByRole("button", { name: "Revoke" }).click();
  await expect(member.getByText("revoked", { exact: true })).toBeVisible();
  await stranger.page.goto(url);
  await expect(stranger.page.getByRole("heading", { name: "This link was withdrawn." })).toBeVisible();
  await stranger.context.close();

  for (const wrong of [
    url.slice(0, -1),
    `${url.slice(0, -1)}0`,
    `${bench.url}/share/`,
    `${bench.url}/share/../runs/x`,
  ]) {
    const visit = await asStranger(browser, wrong);
    expect([404, 410, 401], wrong).toContain(visit.status);
    expect(await visit.page.content()).not.toContain("At /home");
    await visit.context.close();
  }

  const { path } = await bench.cliJson<{ path: string }>("report", "share", id, "--expires", "1d");
  const db = new DatabaseSync(join(bench.home, "ablab.db"));
  db.exec("pragma busy_timeout = 5000");
  db.exec("update share_links set expires_at = 1000 where revoked_at is null");
  db.close();
  const late = await asStranger(browser, bench.url + path);
  expect(late.status).toBe(410);
  await expect(late.page.getByRole("heading", { name: /This link ended on 1970/ })).toBeVisible();
  await late.context.close();
});

test("an anonymous link says nothing of the machine, the person or the paths", async ({
  member,
  bench,
  browser,
}) => {
  const id = await publishReport(bench, member);
  const workers = new DatabaseSync(join(bench.home, "ablab.db"));
  const names = workers.prepare("select name, host from workers").all() as { name: string; host: string }[];
  workers.close();
  const { path } = await bench.cliJson<{ path: string }>("report", "share", id, "--anonymous");
  const { page, context } = await asStranger(browser, bench.url + path);
  await expect(page.getByText("known names removed")).toBeVisible();
  const html = await page.content();
  expect(html).not.toContain("canary");
  expect(html).not.toContain(bench.home);
  const text = await page.locator("body").innerText();
  for (const { name, host } of names)
    for (const word of [name, host]) expect(text.split(/[^\w.-]+/)).not.toContain(word);
  await context.close();
});
