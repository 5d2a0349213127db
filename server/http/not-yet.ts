import type { IncomingMessage, ServerResponse } from "node:http";
import type { UpgradeStep } from "../contracts/housekeeping/upgrade-step.ts";
import { writeUpgrade } from "../wording/upgrade.ts";
import { sendJson, sendPage, wantsPage } from "./send.ts";

/** Seconds after which a page that was opened too early asks again by itself. */
const AGAIN_S = 2;

/** Why a server that listens answers nothing yet. */
export interface NotYet {
  error: "starting" | "upgrading";
  message: string;
}

export const STARTING: NotYet = {
  error: "starting",
  message: "The server is starting; ask again in a second.",
};

export const upgrading = (step: UpgradeStep): NotYet => ({
  error: "upgrading",
  message: `${writeUpgrade(step)} Ask again in a few seconds.`,
});

/** Answers a request that came too early: a page asks again by itself. */
export function sendNotYet(
  request: IncomingMessage,
  response: ServerResponse,
  { error, message }: NotYet,
): void {
  response.setHeader("retry-after", AGAIN_S);
  if (!wantsPage(request)) return sendJson(response, 503, { error, message });
  response.setHeader("refresh", AGAIN_S);
  const claim = error === "upgrading" ? "Ablab is upgrading its database." : "Ablab is starting.";
  sendPage(response, 503, claim, `${message} This page reloads automatically.`);
}
