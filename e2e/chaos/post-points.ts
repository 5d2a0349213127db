import { Agent, request } from "node:http";
import type { EncodedBody } from "./encode-body.ts";

/** What a sender learns of one request; null where the connection broke before an answer came. */
export type Answer = { status: number; body: { ackSeq?: number; error?: string; message?: string } } | null;

export interface Address {
  port: number;
  attemptId: string;
  token: string;
}

/** Connections of one sender, kept alive while the server lives. */
export const openAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 2 });

/** Posts a body as points of a source. Never throws: a killed server is what this is for. */
export function postPoints(
  agent: Agent,
  { port, attemptId, token }: Address,
  source: string,
  firstSeq: number,
  { headers, body }: EncodedBody,
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method: "POST",
        path: `/api/worker/attempts/${attemptId}/points?source=${source}&firstSeq=${firstSeq}`,
        headers: { ...headers, authorization: `Bearer ${token}`, "content-length": body.length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(null));
        response.on("close", () => {
          if (!response.complete) return resolve(null);
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text) as NonNullable<Answer>["body"],
          });
        });
      },
    );
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}
