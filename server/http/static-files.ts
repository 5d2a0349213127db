import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

const PREFIX = "/_next/static/";
const A_YEAR = 31_536_000;

/** Answers a request for a script or style of the pages; false where it is for something else or there is no such file. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Scripts and styles as the build left them, packed beforehand where the browser takes gzip. Next would pack each of them
 * anew for each page that is opened, in the process that also takes points.
 */
export function createStaticFiles(root: string): StaticFiles {
  const answer = sirv(join(root, ".next", "static"), { gzip: true, immutable: true, maxAge: A_YEAR });
  return (request, response) =>
    new Promise((resolve) => {
      const { method, url = "/" } = request;
      if (!url.startsWith(PREFIX) || (method !== "GET" && method !== "HEAD")) return resolve(false);
      request.url = url.slice(PREFIX.length - 1);
      response.once("close", () => resolve(true));
      answer(request, response, () => {
        request.url = url;
        resolve(false);
      });
    });
}
