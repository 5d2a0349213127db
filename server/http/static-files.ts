import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { dropDocumentHeaders } from "./send.ts";

const PREFIX = "/_next/static/";
const A_YEAR = 31_536_000;
/** A page loads two dozen of these. */
const NO_DOCUMENT = /\.(js|css)$/;

/** Answers a request for a script or style of the pages; false where it is for something else or there is no such file. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Scripts and styles as the build left them, packed beforehand where the browser takes brotli or gzip. Next would pack each of them
 * anew for each page that is opened, in the process that also takes points. They are those of the build that the server began
 * with: what a later one took away is not there, and what it is still writing is never kept by a browser.
 */
export function createStaticFiles(root: string): StaticFiles {
  const folder = join(root, ".next", "static");
  const answer = sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: A_YEAR });
  return (request, response) =>
    new Promise((resolve) => {
      const { method, url = "/" } = request;
      if (!url.startsWith(PREFIX) || (method !== "GET" && method !== "HEAD")) return resolve(false);
      // A listed file that is gone would leave the request without an answer.
      const file = join(folder, pathOf(url));
      if (!existsSync(file)) return resolve(false);
      if (!existsSync(`${file}.gz`) || !existsSync(`${file}.br`)) delete request.headers["accept-encoding"];
      if (NO_DOCUMENT.test(file)) dropDocumentHeaders(response);
      request.url = url.slice(PREFIX.length - 1);
      response.once("close", () => resolve(true));
      answer(request, response, () => {
        request.url = url;
        resolve(false);
      });
    });
}

function pathOf(url: string): string {
  const path = url.slice(PREFIX.length - 1).split("?", 1)[0];
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
