import { chromium } from "playwright-core";
import { findChromium } from "./e2e/browser.mjs";
const [,, login, out, ...paths] = process.argv;
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ["--no-sandbox"] });
const base = new URL(login).origin;
const state = await (async () => { const c = await browser.newContext(); const p = await c.newPage(); await p.goto(login, {timeout: 180000}); await p.waitForTimeout(3000); const s = await c.storageState(); await c.close(); return s; })();
for (const scheme of ["light", "dark"]) for (const width of [1440, 390]) {
  const c = await browser.newContext({ storageState: state, colorScheme: scheme, viewport: { width, height: 1000 } });
  const page = await c.newPage();
  page.on("console", (m) => { if (m.type() === "error") console.log("console", m.text().slice(0, 200)); });
  for (const [i, path] of paths.entries()) { await page.goto(base + path, { timeout: 240000 }); await page.waitForTimeout(6000); await page.screenshot({ path: `${out}/p${i}-${scheme}-${width}.png`, fullPage: true }); console.log(path, scheme, width, await page.evaluate(() => document.documentElement.scrollWidth)); }
  await c.close();
}
await browser.close();
