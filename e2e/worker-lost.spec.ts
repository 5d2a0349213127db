import { existsSync } from "node:fs";
import { expect, test } from "./fixtures/app.ts";
import { ENDLESS, SMOKE } from "./fixtures/short-runs.ts";

// The last file: two processes end it sooner than one.
test.describe.configure({ mode: "parallel" });

test.describe("with a worker that is killed", () => {
  test.use({ benchOptions: { ownWorker: true, slots: 1 } });

  test("the run is unreachable, then the truth: it trained on, and no point is missing", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch?set=${SMOKE.replace("iterations=12", "iterations=60")}`);
    await page.getByRole("button", { name: /Launch 1 run/ }).click();
    await expect(page.getByText(/none is connected/)).toBeVisible();
    bench.startWorker();
    await expect(page.getByText(/running\. Running on box/)).toBeVisible();
    await bench.killWorker();
    await expect(page.getByText(/unreachable\. No heartbeat from box since/)).toBeVisible();
    await expect(page.getByText(/not a verdict/).first()).toBeVisible();
    bench.startWorker();
    await expect(page.getByText(/finished\. It reached its last step/)).toBeVisible();
    const [window] = await bench.cliJson<{ total: number; n: number[] }[]>(
      "series",
      "baseline-s0",
      "reward/raw",
    );
    expect(window.total).toBe(60);
  });
});

test.describe("with a worker that does not come back", () => {
  test.use({ benchOptions: { ownWorker: true, slots: 1 } });

  test("its run is marked as lost after what that means was read, and a late word changes nothing", async ({
    member: page,
    bench,
  }) => {
    bench.startWorker();
    await page.goto(`${bench.url}/launch?set=${ENDLESS}`);
    await page.getByRole("button", { name: /Launch 1 run/ }).click();
    await expect(page.getByText(/running\. Running on box/)).toBeVisible();
    await bench.killWorker();
    await expect(page.getByText(/unreachable\. No heartbeat from box since/)).toBeVisible();
    await page.getByRole("button", { name: "Mark as lost", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("by your word, and nobody saw its end");
    await dialog.getByRole("button", { name: /^Mark .* as lost$/ }).click();
    await expect(page.getByText(/killed\. It was counted as ended by/)).toBeVisible();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { attempts } = await bench.cliJson<{ attempts: { pid: number }[] }>("run", id);
    expect(existsSync(`/proc/${attempts[0].pid}`)).toBe(true);
    bench.startWorker();
    await expect.poll(() => existsSync(`/proc/${attempts[0].pid}`)).toBe(false);
    expect((await bench.cliJson<{ row: { state: string } }>("run", id)).row.state).toBe("killed");
    expect((await bench.cli("mark-lost", id, "--yes")).stderr).toContain("has already ended: killed");
  });
});

test("a server that is killed and comes back loses nothing, and the open page catches up", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/launch?set=${SMOKE.replace("iterations=12", "iterations=60")}`);
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page.getByText(/running\. Running on/)).toBeVisible();
  await bench.stop("SIGKILL");
  await expect(page.getByText(/server unreachable since/)).toBeVisible();
  await bench.start();
  await expect(page.getByText(/finished\. It reached its last step/)).toBeVisible();
  const [window] = await bench.cliJson<{ total: number }[]>("series", "baseline-s0", "reward/raw");
  expect(window.total).toBe(60);
});

test("Ctrl-C ends server and worker, never a training, and the next start finds it again", async ({
  bench,
}) => {
  const { runs } = await bench.cliJson<{ runs: { id: string }[] }>(
    "launch",
    "grpo",
    ...ENDLESS.split(";").flatMap((pair) => ["--set", pair]),
  );
  const stateOf = async () =>
    (await bench.cliJson<{ row: { state: string; step: number } }>("run", runs[0].id)).row;
  await expect.poll(async () => (await stateOf()).state).toBe("running");
  await bench.stop("SIGINT");
  await bench.start();
  const before = (await stateOf()).step;
  await expect.poll(async () => (await stateOf()).step).toBeGreaterThan(before ?? 0);
  expect((await bench.cli("stop", runs[0].id)).code).toBe(0);
  await expect.poll(async () => (await stateOf()).state).toBe("killed");
});
