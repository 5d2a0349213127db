import type { Page } from "@playwright/test";
import { startBench } from "./ablab-process.ts";
import { openPage, type OpenPage } from "./browser-page.ts";
import { atMost, type Measurement } from "./figure.ts";
import { addressesOf } from "./pages.ts";

/** Charts are loaded after the page; by then all of them are there. */
const SETTLE_MS = 3000;

/** Bytes of JavaScript as they came over the network (compressed, headers included) for one page with an empty cache. */
async function javascriptOf(
  page: Page,
  url: string,
): Promise<{ bytes: number; files: number; encoding: string }> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.clearBrowserCache");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, string>();
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType)) return;
    const encoding = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === "content-encoding",
    );
    scripts.set(requestId, encoding?.[1] ?? "none");
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLE_MS);
  await network.detach();
  return { bytes, files: scripts.size, encoding: [...new Set(scripts.values())].sort().join(", ") };
}

export const javascript: Measurement = {
  name: "javascript",
  async measure(world) {
    const { home } = await world.demo();
    const bench = await startBench(home, "--no-worker");
    let browser: OpenPage | null = null;
    try {
      browser = await openPage(bench.loginLink);
      const { page } = browser;
      const { run, experiment } = await addressesOf(bench);
      const figures = [];
      for (const [name, path, limit] of [
        ["Overview", "/", 200],
        ["run page", run, 330],
        ["experiment page", experiment, 330],
      ] as const) {
        const { bytes, files, encoding } = await javascriptOf(page, bench.url + path);
        const note = `${files} files over the network, empty cache, encoding: ${encoding}`;
        figures.push({
          name: `JS of ${name}`,
          measured: bytes / 1000,
          unit: "kB",
          target: atMost(limit),
          note,
        });
      }
      return figures;
    } finally {
      await browser?.close();
      await bench.stop();
    }
  },
};
