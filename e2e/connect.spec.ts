import { INGEST_BASE } from "../workers/protocol/ingest.ts";
import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { ownWorker: true } });

test("a token made on the page opens bringing a run, and what arrives stands on the page while it comes", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/connect`);
  await expect(page.getByText("Waiting for the first run.")).toBeVisible();
  await page.getByLabel("Name of the new key").fill("node-7");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/Key node-7 created/)).toBeVisible();
  await page.getByText("ablab client", { exact: true }).click();
  const code = page.locator(".code").filter({ hasText: "ABLAB_INGEST_TOKEN" });
  const line = /ABLAB_INGEST_TOKEN=(\S+)/.exec((await code.textContent()) ?? "");
  expect(line).not.toBeNull();
  const send = async (verb: string, body: string) => {
    const place = new URLSearchParams({ experiment: "gsm8k", key: "r1", writer: "w" });
    const headers = { authorization: `Bearer ${line?.[1]}`, "content-type": "application/json" };
    const answer = await fetch(`${bench.url}${INGEST_BASE}/${verb}?${place}`, {
      method: "POST",
      headers,
      body,
    });
    expect(answer.status).toBe(200);
  };

  await send(
    "runs",
    JSON.stringify({
      client: "ablab 0.1",
      experiment: "gsm8k",
      key: "r1",
      writer: "w",
      name: "first",
      config: { seed: 3, lr: 0.1 },
    }),
  );
  const arrived = page.getByRole("list", { name: "What arrived" });
  await expect(arrived).toContainText("ablab 0.1");
  await expect(arrived).toContainText("with key node-7: 2 configuration keys");
  await expect(arrived).toContainText("first is open and has sent no point yet");

  const row = (n: number, values: object) => JSON.stringify({ n, step: n, at: 1_000 + n, values });
  await send("rows", [row(0, { "train/reward": 0.25, mine: 1 }), row(1, { "train/reward": 0.5 })].join("\n"));
  await expect(arrived).toContainText("first: 2 metrics");
  await expect(page.getByRole("figure", { name: "train/reward" })).toContainText("0.5");
  await expect(page.getByText(/1 metric recognized, 1 custom/)).toBeVisible();
  await expectClean(page);
  await page.getByRole("link", { name: "Open the run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "first" })).toBeVisible();
});
