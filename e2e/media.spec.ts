import { INGEST_BASE } from "../workers/protocol/ingest.ts";
import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { ownWorker: true } });

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const HTML = `<h1>logged</h1><script>parent.document.title="taken"</script>
  <img src="http://127.0.0.1:9/a.png">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

test("what was logged beside numbers is read step by step, and nothing of it runs or loads", async ({
  member: page,
  bench,
}) => {
  const { token } = await bench.cliJson<{ token: string }>("token", "new", "media");
  const place = { experiment: "media", key: "r1", writer: "w" };
  const send = async (verb: string, body: BodyInit, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...place, ...more });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${bench.url}${INGEST_BASE}/${verb}?${query}`, {
      method: "POST",
      headers,
      body,
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { run: string };
  };
  const { run } = await send("runs", JSON.stringify({ ...place, client: "ablab 0.1", name: "logs" }));
  const rows = Array.from({ length: 60 }, (_, i) => [`prompt ${i}`, i]);
  await send("files", PNG, { path: "a.png" });
  await send("files", HTML, { path: "b.html" });
  await send("files", SVG, { path: "c.svg" });
  await send("files", JSON.stringify({ columns: ["prompt", "score"], data: rows }), { path: "d.table.json" });
  const lines = [0, 10, 20].flatMap((step) => [
    { kind: "histogram", key: "rewards", step, edges: [0, 1, 2], counts: [step + 1, 4] },
    { kind: "image", key: "sample", step, path: step === 20 ? "late.png" : "a.png", caption: `at ${step}` },
  ]);
  const once = [
    { kind: "html", key: "page", step: 0, path: "b.html" },
    { kind: "image", key: "drawing", step: 0, path: "c.svg" },
    { kind: "table", key: "scores", step: 10, path: "d.table.json" },
  ];
  await send("media", [...lines, ...once].map((line) => JSON.stringify(line)).join("\n"));

  await page.goto(`${bench.url}/runs/${run}?tab=media`);
  const panel = (name: string) => page.getByRole("region", { name, exact: true });
  const bars = panel("rewards");
  await expect(bars).toContainText("25 values in 2 bins at step 20");
  await expect(panel("sample")).toContainText("Its file has not come");
  await page.getByRole("slider", { name: "Step", exact: true }).press("ArrowLeft");
  await expect(bars).toContainText("15 values in 2 bins at step 10");
  await expect(page).toHaveURL(/step=10/);
  const picture = panel("sample").getByRole("img", { name: "at 10" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(panel("drawing").getByRole("img")).toBeVisible();
  const frame = panel("page").frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "logged" })).toBeVisible();

  const table = panel("scores");
  await expect(table.getByRole("row")).toHaveCount(26);
  await table.getByRole("button", { name: "Sort by score" }).click();
  await table.getByRole("button", { name: "Sort by score" }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("prompt 59");
  await table.getByLabel("Search scores").fill("prompt 5");
  await expect(table).toContainText("11 of 60 rows");
  await expect(page).not.toHaveTitle(/taken/);
  await page.getByRole("link", { name: /^Groups/ }).click();
  await expect(page).toHaveURL(/step=10/);
  await page.getByRole("link", { name: /^Media/ }).click();
  await expect(bars).toContainText("at step 10");
  await expectClean(page);
});
