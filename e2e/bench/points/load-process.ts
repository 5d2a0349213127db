import { CONTENT_TYPE, bodyOf, slicesOf, type Form } from "./point-bodies.ts";
import { openLane, postRequest, type HttpLane, type LaneAnswer } from "./http-lane.ts";
import type { GeneratedSeries } from "./point-generator.ts";

/** What one attempt is to be sent: one source that numbers its points from 1. */
export interface LoadAttempt {
  attemptId: string;
  token: string;
  series: GeneratedSeries[];
}

/** An order for the load process. */
export interface LoadOrder {
  /** Origin of the server. */
  url: string;
  form: Form;
  seriesPerBody: number;
  pointsPerSeries: number;
  /** Each sends the next body of the attempt that has waited longest, so no attempt has two bodies under way. */
  connections: number;
  /** At least as many as connections, or some of those have nothing to do. */
  attempts: LoadAttempt[];
  /** Points per second over all connections, made while sending; null: made beforehand and sent as answers come. */
  rate: number | null;
  /** The server only reads: its answers acknowledge nothing. */
  plain?: true;
}

export interface LoadResult {
  points: number;
  requests: number;
  bytes: number;
  /** From the first byte sent to the last acknowledgement. */
  seconds: number;
  /** Milliseconds from a request to its acknowledgement, in order of arrival. */
  ackMs: number[];
  /** CPU the generator itself used meanwhile. */
  cpuSeconds: number;
}

export type LoadMessage =
  { kind: "ready" } | { kind: "done"; result: LoadResult } | { kind: "failed"; message: string };

interface PreparedRequest {
  request: Buffer;
  points: number;
  /** The acknowledgement that proves everything so far is stored. */
  ackSeq: number;
}

function* requestsOf(order: LoadOrder, attempt: LoadAttempt): Generator<PreparedRequest> {
  let sent = 0;
  for (const slice of slicesOf(attempt.series, order.seriesPerBody, order.pointsPerSeries)) {
    const { body, points } = bodyOf(slice, order.form);
    const url = new URL(
      `/api/worker/attempts/${attempt.attemptId}/points?source=bench&firstSeq=${sent + 1}`,
      order.url,
    );
    sent += points;
    const request = postRequest(url, { token: attempt.token, type: CONTENT_TYPE[order.form], body });
    yield { request, points, ackSeq: sent };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Whether the answer says that everything up to this request is stored. */
const acknowledges = ({ status, body }: LaneAnswer, ackSeq: number): boolean =>
  status === 200 && (JSON.parse(body) as { ackSeq: number }).ackSeq === ackSeq;

async function runLane(
  order: LoadOrder,
  lane: HttpLane,
  line: Iterator<PreparedRequest>[],
  result: LoadResult,
): Promise<void> {
  const rate = order.rate === null ? null : order.rate / order.connections;
  const started = performance.now();
  let points = 0;
  for (let attempt = line.shift(); attempt; attempt = line.shift()) {
    const next = attempt.next();
    if (next.done) continue;
    const { request, points: some, ackSeq } = next.value;
    if (rate !== null) await pause(started + (points / rate) * 1000 - performance.now());
    const sentAt = performance.now();
    const answer = await lane.send(request);
    result.ackMs.push(performance.now() - sentAt);
    if (!order.plain && !acknowledges(answer, ackSeq))
      throw new Error(
        `Points up to ${ackSeq} were answered with ${answer.status}: ${answer.body.slice(0, 300)}`,
      );
    line.push(attempt);
    points += some;
    result.points += some;
    result.requests += 1;
    result.bytes += request.length;
  }
}

const tell = (message: LoadMessage) =>
  new Promise<void>((told) => process.send?.(message, undefined, undefined, () => told()));

async function obey(order: LoadOrder): Promise<void> {
  const line = order.attempts.map((attempt): Iterator<PreparedRequest> => {
    const requests = requestsOf(order, attempt);
    return order.rate === null ? [...requests].values() : requests;
  });
  const url = new URL(order.url);
  const lanes = await Promise.all(Array.from({ length: order.connections }, () => openLane(url)));
  const go = new Promise((resolve) => process.once("message", resolve));
  await tell({ kind: "ready" });
  await go;
  const result: LoadResult = { points: 0, requests: 0, bytes: 0, seconds: 0, ackMs: [], cpuSeconds: 0 };
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  await Promise.all(lanes.map((lane) => runLane(order, lane, line, result)));
  result.seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  result.cpuSeconds = (user + system) / 1e6;
  lanes.forEach((lane) => lane.close());
  await tell({ kind: "done", result });
}

/** Program of the load process: an order, "ready" when all bodies are made, "go", and the result. */
if (process.send) {
  process.once("disconnect", () => process.exit(1));
  process.once("message", (order: LoadOrder) => {
    obey(order)
      .catch((error: unknown) => tell({ kind: "failed", message: String(error) }))
      .finally(() => process.disconnect());
  });
}
