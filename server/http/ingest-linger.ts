import type { IncomingMessage, ServerResponse } from "node:http";
import { sendAnswer, type Answer } from "./ingest-answer.ts";

/** How much, and for how long, is let pass by of a body that is not wanted. */
const LINGER_BYTES = 32 * 1024 * 1024;
const LINGER_MS = 2000;

/** Lets the rest of a body pass by and says when it is more than that; what comes back stops the counting. */
function letPass(request: IncomingMessage, onTooMuch: () => void): () => void {
  let passed = 0;
  const count = (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > LINGER_BYTES) onTooMuch();
  };
  request.on("data", count).resume();
  return () => request.off("data", count);
}

/**
 * Answers, but where the connection ends with the answer only after the rest of the body has passed by: a client that is
 * still sending when its connection closes sees a broken pipe and never the reason. One that goes on is cut after so much.
 */
export function answerWhenHeard(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (request.complete || request.destroyed) return sendAnswer(response, answer);
  if (response.shouldKeepAlive) {
    letPass(request, () => request.destroy());
    return sendAnswer(response, answer);
  }
  const settle = () => {
    clearTimeout(timer);
    leave();
    request.off("end", settle).off("close", settle);
    sendAnswer(response, answer);
  };
  const timer = setTimeout(settle, LINGER_MS);
  const leave = letPass(request, settle);
  request.once("end", settle).once("close", settle);
}
