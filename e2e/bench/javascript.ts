import { MOST_KB, scriptsOf } from "../fixtures/page-scripts.ts";
import { startBench } from "./ablab-process.ts";
import { openPage, type OpenPage } from "./browser-page.ts";
import { atMost, type Measurement } from "./figure.ts";
import { addressesOf } from "./pages.ts";

/** Charts are loaded after the page; by then all of them are there. */
const SETTLE_MS = 3000;

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
        ["Overview", "/", MOST_KB.overview],
        ["run page", run, MOST_KB.charts],
        ["curves", "/runs/curves", MOST_KB.charts],
        ["experiment page", experiment, MOST_KB.charts],
      ] as const) {
        const settled = () => page.waitForTimeout(SETTLE_MS);
        const { kB, files, encoding } = await scriptsOf(page, bench.url + path, settled);
        const note = `${files} files over the network, empty cache, encoding: ${encoding}`;
        figures.push({ name: `JS of ${name}`, measured: kB, unit: "kB", target: atMost(limit), note });
      }
      return figures;
    } finally {
      await browser?.close();
      await bench.stop();
    }
  },
};
