import type { IncomingMessage, ServerResponse } from "node:http";
import { sendAnswer, type Answer } from "./ingest-answer.ts";

/** How much, and for how long, is let pass by of a body that is not wanted. */
const LINGER_BYTES = 32 * 1024 * 1024;
const LINGER_MS = 2000;

/**
 * Answers, but where the connection ends with the answer only after the rest of the body has passed by: a client that is
 * still sending when its connection closes sees a broken pipe and never the reason.
 */
export function answerWhenHeard(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (request.complete || response.shouldKeepAlive || request.destroyed) return sendAnswer(response, answer);
  let passed = 0;
  const settle = () => {
    clearTimeout(timer);
    request.off("data", count).off("end", settle).off("close", settle);
    sendAnswer(response, answer);
  };
  const count = (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > LINGER_BYTES) settle();
  };
  const timer = setTimeout(settle, LINGER_MS);
  request.on("data", count).once("end", settle).once("close", settle).resume();
}
