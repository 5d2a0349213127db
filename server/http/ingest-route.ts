import { isAscii, isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { decodePoints } from "../../workers/protocol/points-binary.ts";
import { BrokenRule, checkSource, POINT_LIMITS, POINTS_TYPES } from "../../workers/protocol/points.ts";
import type { IncomingBatch } from "../services/ingest/commit.ts";
import { readColumns } from "../services/ingest/columns.ts";
import { readLines } from "../services/ingest/lines.ts";
import type { PointIngest } from "../services/ingest/ingest.ts";
import { attemptOfPoints, decide, gateRequestOf, type GatePolicy, mediaType } from "./gate.ts";
import {
  type Answer,
  answerToError,
  answerToOutcome,
  answerWhenHeard,
  createHolds,
  type Hold,
  TooBusy,
} from "./ingest-answer.ts";
import { readPointsBody } from "./ingest-body.ts";

const QUERY_KEYS = ["source", "firstSeq"];

/** Who sends, and the number of the first point of the body. Throws `BrokenRule`. */
function readPointsQuery(url: string): { source: string; firstSeq: number } {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  const unknown = [...query.keys()].find(
    (key, i, keys) => !QUERY_KEYS.includes(key) || keys.indexOf(key) !== i,
  );
  if (unknown !== undefined || !url.includes("?"))
    throw new BrokenRule(
      "query",
      `The address ends with ?source=<name>&firstSeq=<number>${unknown === undefined ? "" : `, each once; it has ${JSON.stringify(unknown.slice(0, 80))}`}.`,
    );
  const source = query.get("source") ?? "";
  checkSource(source);
  const given = query.get("firstSeq") ?? "";
  const firstSeq = Number(given);
  const last = Number.MAX_SAFE_INTEGER - POINT_LIMITS.pointsPerBody;
  if (!/^[1-9]\d*$/.test(given) || firstSeq > last)
    throw new BrokenRule(
      "first_seq",
      `firstSeq is the number of the first point of the body, a whole number from 1 to ${last}; it is ${query.has("firstSeq") ? JSON.stringify(given.slice(0, 40)) : "missing"}.`,
      firstSeq > last ? last : 1,
    );
  return { source, firstSeq };
}

function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) throw new BrokenRule("json", "The body is not UTF-8.");
  return bytes.toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const word = /\bNaN\b|\bInfinity\b/.test(text)
      ? ' Write "NaN", "Infinity" and "-Infinity" in quotes.'
      : "";
    throw new BrokenRule("json", `The body is not JSON: ${(error as Error).message.slice(0, 200)}.${word}`);
  }
}

function readPoints(type: string, body: Buffer): Pick<IncomingBatch, "columns" | "order"> {
  if (body.length === 0) return { columns: [], order: null };
  if (type === POINTS_TYPES.binary) return { columns: decodePoints(body), order: null };
  if (type === POINTS_TYPES.lines) return readLines(textOf(body));
  return { columns: readColumns(parseJson(textOf(body))), order: null };
}

/** x, value and time, as they wait in memory. */
const BYTES_PER_POINT = 24;

/** Answers requests whose path takes points; leaves all others alone. Returns whether it took the request. */
type PointsRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The fast way for points, beside Next and behind the same gate: read within the limits, parse by hand, wait for the
 * shared commit, answer in one write.
 */
export function createPointsRoute(
  policy: GatePolicy,
  ingest: PointIngest,
  openHold: (owner: string) => Hold = createHolds(),
): PointsRoute {
  async function take(request: IncomingMessage, response: ServerResponse, attemptId: string): Promise<void> {
    const hold = openHold(attemptId);
    const finish = (answer: Answer) => {
      hold.release();
      answerWhenHeard(request, response, answer);
    };
    try {
      const { source, firstSeq } = readPointsQuery(request.url ?? "");
      const body = await readPointsBody(request, hold);
      const { columns, order } = readPoints(mediaType(request.headers["content-type"]), body);
      const points = columns.reduce((sum, { x }) => sum + x.length, 0);
      if (!hold.add(points * BYTES_PER_POINT)) throw new TooBusy();
      ingest.submit(
        { attemptId, source, firstSeq, points, columns, order },
        (outcome) => finish(answerToOutcome(outcome, attemptId)),
        request.socket,
      );
    } catch (error) {
      if ((error as Error).name !== "BodyCut") return finish(answerToError(error));
      hold.release();
      response.destroy();
    }
  }

  return (request, response) => {
    const attemptId = attemptOfPoints((request.url ?? "/").split("?")[0]);
    if (attemptId === null) return false;
    const decision = decide(gateRequestOf(request), policy);
    if (decision.kind === "refuse") {
      const { status, error, message } = decision;
      answerWhenHeard(request, response, { status, body: { error, message } });
    } else void take(request, response, attemptId);
    return true;
  };
}
