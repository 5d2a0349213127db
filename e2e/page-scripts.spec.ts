import { expect, test } from "./fixtures/app.ts";
import { requestsUnderWay } from "./fixtures/clean-page.ts";
import { MOST_KB, scriptsOf } from "./fixtures/page-scripts.ts";

test.use({ benchOptions: { shared: true, trained: true } });

const CHART = "svg.recharts-surface";

test("the Overview takes no more scripts than 200 kB, a page of charts no more than 330", async ({
  member: page,
  bench,
  launched: { experimentId, runs },
}) => {
  const report = await bench.cliJson<{ id: string }>("report", "write", experimentId);
  const [one, other] = runs.map(({ id }) => id);
  const pages = [
    { name: "Overview", path: "/", drawn: "svg.spark", most: MOST_KB.overview },
    { name: "Run", path: `/runs/${one}`, drawn: CHART, most: MOST_KB.charts },
    { name: "Curves", path: "/runs/curves", drawn: CHART, most: MOST_KB.charts },
    { name: "Experiment", path: `/experiments/${experimentId}`, drawn: CHART, most: MOST_KB.charts },
    { name: "Compare", path: `/compare?e=${one},${other}`, drawn: CHART, most: MOST_KB.charts },
    { name: "Report", path: `/reports/${report.id}`, drawn: ".report svg", most: MOST_KB.charts },
  ];
  const underWay = requestsUnderWay(page);
  const over: string[] = [];
  for (const { name, path, drawn, most } of pages) {
    const { kB, files, encoding } = await scriptsOf(page, bench.url + path, async () => {
      await expect(page.getByText(/live, /).first()).toBeVisible();
      await expect(page.locator(drawn).first()).toBeVisible();
      await expect.poll(underWay).toBe(0);
    });
    const line = `${name}: ${kB.toFixed(1)} kB of ${most} in ${files} files, ${encoding}`;
    console.log(line);
    if (kB > most || files === 0) over.push(line);
  }
  expect(over).toEqual([]);
});

test("a part of a page whose script does not come says so, and is there once it comes", async ({
  member: page,
  bench,
  launched: { runs },
}) => {
  await page.goto(`${bench.url}/runs/${runs[0].id}`);
  await expect(page.getByText(/live, /)).toBeVisible();
  await expect(page.locator(CHART).first()).toBeVisible();
  const SCRIPTS = /\/_next\/static\/chunks\/.*\.js/;
  await page.route(SCRIPTS, (route) => route.abort());
  await page.getByRole("link", { name: /^Config/ }).click();
  const lost = page.getByRole("alert").filter({ hasText: "The configuration could not be loaded" });
  await expect(lost).toBeVisible();
  // What stands around it is there and works.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.unroute(SCRIPTS);
  await lost.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Parameters" })).toBeVisible();
  await expect(lost).toBeHidden();
});
