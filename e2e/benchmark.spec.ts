import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";

test.use({ benchOptions: { shared: true } });

/** x_key <= limit with a demand on it: infeasible where the demand is above the limit. */
const model = (limit: number, demand: number) => `NAME m
ROWS
 N  OBJ
 L  c0
 G  force
COLUMNS
    x0  OBJ  1
    x0  c0  1
    x0  force  1
RHS
    RHS1  c0  ${limit}
    RHS1  force  ${demand}
ENDATA
`;

/** A folder in OR-Debug-Bench form: 20 problems, of which `change` may break some. */
function benchmarkFolder(change: Record<string, string | null> = {}, ids = 20): string {
  const root = join(mkdtempSync(join(tmpdir(), "ablab-bench-")), "tiny_bench");
  mkdirSync(join(root, "models"), { recursive: true });
  const problems = Array.from({ length: ids }, (_, i) => ({
    problem_id: `p${i + 1}`,
    model_file: `models/p${i + 1}.mps`,
    error_type: "A",
    target_name: "force",
    difficulty: "easy",
    original_objective: 1,
  }));
  for (const [i, { model_file }] of problems.entries()) writeFileSync(join(root, model_file), model(i, 40));
  for (const [name, text] of Object.entries(change)) {
    if (text === null) rmSync(join(root, "models", name));
    else writeFileSync(join(root, "models", name), text);
  }
  writeFileSync(join(root, "dataset.json"), JSON.stringify({ dataset_name: "tiny", problems }));
  return root;
}

test("a folder chosen in the browser becomes a benchmark; what is wrong in it is named and skipped", async ({
  member: page,
  bench,
}) => {
  const folder = benchmarkFolder({
    "p3.mps": null,
    "p5.mps": model(1, 8).replace("x0  c0  1", "x0  c0  one"),
    "p7.mps": model(40, 8),
  });
  await page.goto(`${bench.url}/benchmarks`);
  await page.getByLabel("Folder", { exact: true }).setInputFiles(folder);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("tiny_bench");
  await page.getByRole("button", { name: /Register tiny_bench, 20 files/ }).click();
  await expect(page.getByText('Registered "tiny_bench": 17 of 20 problems')).toBeVisible();
  await expect(page.getByText(/p3: .*missing/)).toBeVisible();
  await expect(page.getByText(/p5 line \d+: .*"one"/)).toBeVisible();
  await expect(page.getByText(/p7: .*has a solution/)).toBeVisible();
  const row = page
    .getByRole("table", { name: "Registered benchmarks" })
    .getByRole("row", { name: /tiny_bench/ });
  await expect(row).toContainText("17 of 20");
  await row.getByRole("link", { name: "Train on it" }).click();
  await expect(page.locator('[data-param="problems"] select')).toHaveValue("tiny_bench");
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("a folder that is mostly wrong is refused as a whole, from the page and from the command line", async ({
    member: page,
    bench,
  }) => {
    const folder = benchmarkFolder({ "p1.mps": null, "p2.mps": "", "p3.mps": model(9, 2) }, 4);
    await page.goto(`${bench.url}/benchmarks`);
    await page.getByLabel("Folder", { exact: true }).setInputFiles(folder);
    await page.getByRole("button", { name: /^Register/ }).click();
    await expect(page.getByText(/3 of 4 problems are bad, more than half/)).toBeVisible();
    const refused = await bench.cli("benchmark", "add", folder);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/3 of 4 problems are bad/);
    const none = await bench.cli("benchmark", "add", join(folder, "models"));
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/dataset\.json/) });
    expect(await bench.cliJson<unknown[]>("benchmark", "list")).toEqual([]);
  });
});

test("from the command line: the same folder twice is one benchmark, a taken name is said", async ({
  bench,
}) => {
  const folder = benchmarkFolder();
  const first = await bench.cliJson<{ n: number; hash: string }>(
    "benchmark",
    "add",
    folder,
    "--name",
    "tiny",
  );
  expect(first.n).toBe(20);
  const again = await bench.cli("benchmark", "add", folder, "--name", "tiny");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("tiny") });
  const other = await bench.cli("benchmark", "add", benchmarkFolder({}, 10), "--name", "tiny");
  expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/already a benchmark named "tiny"/) });
});
