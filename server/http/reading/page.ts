import type { ServerResponse } from "node:http";
import type { ServiceContext } from "../../services/context.ts";
import { exampleThings } from "../../services/reading/example-things.ts";
import { escapeHtml, PAGE_STYLE } from "../send.ts";
import { READ_BASE, READ_ROUTES, filledIn, type ExampleThings, type ReadRoute } from "./routes.ts";

const STYLE = `${PAGE_STYLE}body{max-width:52rem;margin:4vh auto}h2{font-size:16px;margin:2.4rem 0 .2rem}pre{overflow-x:auto;padding:.7rem .8rem;border:1px solid #8884;border-radius:4px;font-size:12.5px;line-height:1.45}table{border-collapse:collapse;font-size:13px}td{padding:.15rem 1rem .15rem 0;vertical-align:top}code{font-size:12.5px}`;

/** How each address is asked for, as it is typed into a shell and into Python. */
export function examplesOf(
  route: ReadRoute,
  origin: string,
  things: ExampleThings,
): { curl: string; python: string } {
  const { query, python } = route.example(things);
  const address = `${origin}${READ_BASE}${filledIn(route.path, { ...things })}${query ? `?${query}` : ""}`;
  const to = route.answer ? "" : " --output answer.bin";
  return {
    curl: `curl -sS -H "authorization: Bearer $ABLAB_API_KEY"${to} '${address}'`,
    python: `import ablab\napi = ablab.Api()\n${python}`,
  };
}

const told = (schema: unknown): string => {
  const { description } = schema as { description?: string };
  return description === undefined ? "" : escapeHtml(description);
};

function takes({ query }: ReadRoute): string {
  const names = Object.entries(query.shape);
  if (names.length === 0) return "";
  const rows = names.map(([name, type]) => `<tr><td><code>${name}</code></td><td>${told(type)}</td></tr>`);
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

function section(route: ReadRoute, origin: string, things: ExampleThings): string {
  const { curl, python } = examplesOf(route, origin, things);
  const bytes = route.bytes ? `<p>${escapeHtml(route.bytes.says)}</p>` : "";
  return `<h2>GET ${escapeHtml(route.path)}</h2><p>${escapeHtml(route.says)}.</p>${bytes}${takes(route)}<pre>${escapeHtml(curl)}</pre><pre>${escapeHtml(python)}</pre>`;
}

/** What scripts can read, address by address, with examples that run as they stand. */
export function sendReadingPage(response: ServerResponse, ctx: ServiceContext, origin: string): void {
  const things = exampleThings(ctx);
  const setUp = `export ABLAB_URL=${origin}\nexport ABLAB_API_KEY=$(npx ablab token new reader --access read | head -n 1)\npip install clients/python/`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Reading API, Ablab</title>
<style>${STYLE}</style><main><h1>Reading API</h1>
<p>Addresses below <code>${escapeHtml(origin)}${READ_BASE}</code>, read with GET and a key that reads. Made from the schemas that the server answers by: <a href="${READ_BASE}/openapi.json">openapi.json</a>. In a checkout:</p>
<pre>${escapeHtml(setUp)}</pre>
${READ_ROUTES.map((route) => section(route, origin, things)).join("\n")}</main></html>`;
  const bytes = Buffer.from(html);
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
  });
  response.end(bytes);
}
