import { startBench, type RunningBench } from "./ablab-process.ts";
import { atMost, quantile, type Figure, type Measurement } from "./figure.ts";
import { memoryOf } from "./process-memory.ts";

const ASKED = 340;

async function login(bench: RunningBench): Promise<string> {
  const answer = await fetch(bench.loginLink, { redirect: "manual" });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0];
}

/** Asks for a whole page; ms until its last byte. */
async function timePage(url: string, cookie: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers: { cookie, accept: "text/html" } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - started;
}

/** One run and the experiment of a demo. */
export async function addressesOf(bench: RunningBench): Promise<{ run: string; experiment: string }> {
  const { rows } = await bench.query<{ rows: { id: string; experimentId: string }[] }>("runs.list", {
    limit: 1,
  });
  return { run: `/runs/${rows[0].id}`, experiment: `/experiments/${rows[0].experimentId}` };
}

export const pages: Measurement = {
  name: "pages",
  async measure(world) {
    const { home } = await world.demo();
    const bench = await startBench(home);
    try {
      const cookie = await login(bench);
      await timePage(`${bench.url}/`, cookie);
      const firstPage = performance.now() - bench.startedAt;
      const { run, experiment } = await addressesOf(bench);
      const figures: Figure[] = [
        {
          name: "first page after start",
          measured: firstPage,
          unit: "ms",
          target: null,
          note: "from `ablab start` to the last byte of Overview, 15 runs stored, pages built",
        },
      ];
      for (const [name, path] of [
        ["Overview", "/"],
        ["run page", run],
        ["experiment page", experiment],
      ]) {
        const times: number[] = [];
        for (let i = 0; i < ASKED; i++) times.push(await timePage(bench.url + path, cookie));
        for (const p of [0.5, 0.95])
          figures.push({
            name: `${name}, p${p * 100}`,
            measured: quantile(times, p),
            unit: "ms",
            target: null,
            note: `whole HTML, ${ASKED} requests one after the other`,
          });
      }
      const rss = memoryOf(bench.serverPid, "VmRSS");
      const note = `after ${3 * ASKED + 1} page requests`;
      figures.push({ name: "RSS server", measured: rss, unit: "MiB", target: atMost(176), note });
      return figures;
    } finally {
      await bench.stop();
    }
  },
};

/** The query behind the ablation table, as the server computes and sends it. */
export const table: Measurement = {
  name: "table",
  async measure(world) {
    const { home } = await world.demo();
    const bench = await startBench(home, "--no-worker");
    try {
      const id = (await addressesOf(bench)).experiment.split("/").at(-1);
      const times: number[] = [];
      for (let i = 0; i < 40; i++) {
        const started = performance.now();
        await bench.query("experiments.table", { id });
        times.push(performance.now() - started);
      }
      const note = "15 runs; intervals, comparisons and findings included, 40 requests";
      return [0.5, 0.95].map((p) => ({
        name: `ablation table, p${p * 100}`,
        measured: quantile(times, p),
        unit: "ms",
        target: null,
        note,
      }));
    } finally {
      await bench.stop();
    }
  },
};
