import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import type { WindowQuestion } from "../../../server/contracts/charts/series.ts";
import type { PackedWindow, SeriesWindow } from "../../../server/contracts/charts/series-window.ts";
import { unpackWindow } from "../../../server/contracts/charts/unpack-window.ts";
import type { RunningBench } from "../ablab-process.ts";

export interface TimedAnswer {
  /** From the request to its last byte. */
  ms: number;
  bytes: number;
  windows(): SeriesWindow[];
}

export interface WindowClient {
  ask(question: WindowQuestion): Promise<TimedAnswer>;
  close(): void;
}

/** Asks for windows as a page does, through tRPC over one keep-alive connection; reading the answer is not timed. */
export function windowClient(bench: RunningBench): WindowClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const token = readFileSync(join(bench.home, "tokens", "operator"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}` };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const url = `${bench.url}/api/trpc/series.window?input=${encodeURIComponent(JSON.stringify(question))}`;
        const started = performance.now();
        get(url, { agent, headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () => {
            const ms = performance.now() - started;
            const body = Buffer.concat(chunks);
            if (answer.statusCode !== 200)
              return reject(
                new Error(`series.window answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`),
              );
            const windows = () =>
              (JSON.parse(body.toString()) as { result: { data: PackedWindow[] } }).result.data.map(
                unpackWindow,
              );
            resolve({ ms, bytes: body.length, windows });
          });
        }).on("error", reject);
      }),
    close: () => agent.destroy(),
  };
}
