import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../browser.mjs";

export interface OpenPage {
  page: Page;
  close(): Promise<void>;
}

/** A page of a headless Chromium, logged in by a one-time link, with an empty cache. */
export async function openPage(loginLink: string): Promise<OpenPage> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await page.goto(loginLink);
  return { page, close: () => browser.close() };
}
