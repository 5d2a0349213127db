import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fromWire } from "../../../workers/protocol/events.ts";
import { decodePoints } from "../../../workers/protocol/points-binary.ts";
import type { PointsColumns } from "../../../workers/protocol/points.ts";
import type { LoadOrder } from "./load-process.ts";
import { runLoad } from "./load.ts";
import { planSeries, pointsOf } from "./point-generator.ts";

interface Taken {
  attempt: string;
  firstSeq: number;
  token: string;
  columns: { metric: string; x: number[]; value: number[]; at: number[] }[];
}

let server: Server | null = null;
afterEach(() => server?.close());

const columnsOf = (type: string, body: Buffer): Taken["columns"] =>
  type === "application/json"
    ? (JSON.parse(body.toString()) as PointsColumns).series.map(({ metric, x, value, at }) => ({
        metric,
        x,
        value: value.map(fromWire),
        at: typeof at === "number" ? x.map(() => at) : at,
      }))
    : decodePoints(new Uint8Array(body)).map(({ metric, x, value, at }) => ({
        metric,
        x: [...x],
        value: [...value],
        at: [...at],
      }));

/** A server that keeps what it is sent, and acknowledges it as `ack` says. */
async function receiver(ack: (last: number) => number = (last) => last) {
  const taken: Taken[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const columns = columnsOf(request.headers["content-type"] ?? "", Buffer.concat(chunks));
      const url = new URL(request.url ?? "/", "http://x");
      const firstSeq = Number(url.searchParams.get("firstSeq"));
      const attempt = url.pathname.split("/")[4];
      taken.push({ attempt, firstSeq, token: request.headers.authorization ?? "", columns });
      const points = columns.reduce((sum, { x }) => sum + x.length, 0);
      const answer = JSON.stringify({ ackSeq: ack(firstSeq + points - 1) });
      response.writeHead(200, { "content-length": answer.length });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const orderFor = (url: string, more: Partial<LoadOrder> = {}): LoadOrder => ({
  url,
  form: "binary",
  seriesPerBody: 2,
  pointsPerSeries: 40,
  connections: 2,
  attempts: [0, 1, 2].map((a) => ({
    attemptId: `att${a}`,
    token: `secret${a}`,
    series: [0, 1, 2].map((k) => planSeries(a * 3 + k, `m${k}`, 100)),
  })),
  rate: null,
  ...more,
});

test.each(["json", "binary"] as const)(
  "every point of every attempt arrives once, numbered without a gap and in order, as %s",
  async (form) => {
    const { taken, url } = await receiver();
    const order = orderFor(url, { form });
    const load = await runLoad(order, process.pid);
    expect([load.points, load.requests, load.ackMs.length]).toEqual([900, 18, 18]);
    for (const { attemptId, token, series } of order.attempts) {
      const mine = taken.filter(({ attempt }) => attempt === attemptId);
      expect(new Set(mine.map((one) => one.token))).toEqual(new Set([`Bearer ${token}`]));
      let next = 1;
      for (const { firstSeq, columns } of mine) {
        expect(firstSeq).toBe(next);
        next += columns.reduce((sum, { x }) => sum + x.length, 0);
      }
      for (const one of series) {
        const columns = mine.flatMap((body) => body.columns).filter(({ metric }) => metric === one.metric);
        const { x, value, at } = pointsOf(one, 0, one.points);
        expect(columns.flatMap((column) => column.x)).toEqual([...x]);
        expect(columns.flatMap((column) => column.value)).toEqual([...value]);
        expect(columns.flatMap((column) => column.at)).toEqual([...at]);
      }
    }
  },
);

test("a load is a failure when the server acknowledges less than it was sent", async () => {
  const { url } = await receiver((last) => last - 1);
  await expect(runLoad(orderFor(url), process.pid)).rejects.toThrow(/were answered with 200/);
});

test("a load with a rate takes the time that its points need", async () => {
  const { url } = await receiver();
  const load = await runLoad(orderFor(url, { rate: 1500 }), process.pid);
  expect(load.points).toBe(900);
  expect(load.seconds).toBeGreaterThan(0.4);
});
