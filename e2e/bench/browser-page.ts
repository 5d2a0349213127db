import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../browser.mjs";

export interface OpenPage {
  page: Page;
  /** A page with the same login and nothing else: no cache, no other tab's data. Close it with `page.context().close()`. */
  fresh(): Promise<Page>;
  close(): Promise<void>;
}

/** A page of a headless Chromium, logged in by a one-time link, with an empty cache. */
export async function openPage(loginLink: string): Promise<OpenPage> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const look = { viewport: { width: 1440, height: 900 }, locale: "en-US" };
  const page = await browser.newPage(look);
  await page.goto(loginLink);
  return {
    page,
    async fresh() {
      const storageState = await page.context().storageState();
      return (await browser.newContext({ ...look, storageState })).newPage();
    },
    close: () => browser.close(),
  };
}
