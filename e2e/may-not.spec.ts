import { createServer } from "node:http";
import { request as rawRequest } from "node:http";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { SMOKE_ARGS } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true, empty: true } });

function ask(
  bench: Bench,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body?: string,
): Promise<{ status: number; headers: Record<string, unknown> }> {
  const { port } = new URL(bench.url);
  return new Promise((resolve, reject) => {
    const r = rawRequest(
      { host: "127.0.0.1", port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        response.resume();
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    );
    r.on("error", reject);
    r.end(body);
  });
}

test("nothing but the public paths opens without a credential, on any route the build has", async ({
  bench,
}) => {
  for (const path of [
    "/",
    "/runs",
    "/launch",
    "/runs/run_0000000000000000",
    "/experiments",
    "/workers",
    "/checks",
    "/benchmarks",
    "/_next/data/x/index.json",
    "/api/trpc/runs.list",
    "/api/trpc/live.ticks",
    "/api/logs/att_0",
    "/_next/image?url=%2Fmark.svg&w=64&q=75",
    "/x%2e%2e/",
    "/RUNS",
  ]) {
    for (const headers of [
      {},
      { rsc: "1" },
      { "next-router-prefetch": "1" },
      { "x-middleware-subrequest": "middleware" },
    ] as Record<string, string>[]) {
      expect((await ask(bench, path, headers)).status, path).toBe(401);
    }
  }
  expect((await ask(bench, "/livez")).status).toBe(200);
  expect((await ask(bench, "/", { host: "evil.example" })).status).toBe(421);
});

test("answers carry the headers that keep a page from being framed, sniffed or cached", async ({ bench }) => {
  const { headers } = await ask(bench, "/login");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cache-control"]).toBe("no-store");
});

test("a page of another origin cannot launch, stop or read anything with the person's cookie", async ({
  member: page,
  bench,
}) => {
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].map(
    (type, i) =>
      `<iframe name=f${i}></iframe><form method=post target=f${i} enctype="${type}" action="${bench.url}/api/trpc/bench.loginLink"><input name=a value=b></form>`,
  );
  const hostile = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<body>${forms.join("")}<script>
      for (const f of document.forms) f.submit();
      window.done = Promise.allSettled([
        fetch("${bench.url}/api/trpc/bench.loginLink", { method: "POST", credentials: "include", mode: "no-cors", body: "{}" }),
        fetch("${bench.url}/api/trpc/runs.list", { credentials: "include" }).then((r) => r.text()),
      ]).then((all) => all.map((x) => x.status + (x.value && x.value.length ? "read" : "")));
      navigator.sendBeacon("${bench.url}/api/trpc/bench.loginLink", "{}");
    </script>`);
  });
  await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
  const { port } = hostile.address() as { port: number };
  const before = await bench.cliJson<{ total: number }>("runs");
  await page.goto(`http://127.0.0.1:${port}/`);
  const outcomes = await page.evaluate(() => (window as unknown as { done: Promise<string[]> }).done);
  expect(outcomes.join()).not.toContain("read");
  expect(await bench.cliJson<{ total: number }>("runs")).toEqual(before);
  hostile.close();
});

test.describe(() => {
  test.use({ benchOptions: { shared: true } });

  test("hostile text in a title is text on every page", async ({ member: page, bench }) => {
    const title = `<img src=x onerror="window.__x=1">"'$(id)`;
    await bench.cliJson("launch", "grpo", "--title", title, "--wait", ...SMOKE_ARGS);
    for (const path of ["/", "/runs", "/experiments"]) {
      await page.goto(bench.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.goto(`${bench.url}/experiments`);
    await expect(page.getByText("<img src=x onerror=")).toBeVisible();
    expect(await page.evaluate(() => "__x" in window)).toBe(false);
  });
});
