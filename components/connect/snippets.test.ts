import { expect, test } from "vitest";
import { hearsStop } from "#server/contracts/external/status-source.ts";
import { COMES_ALONG, LOGGERS, SENDERS, snippet } from "./snippets.ts";

const to = { origin: "http://127.0.0.1:7330", token: "abl_in_x" };

test.each(LOGGERS.filter((logger) => logger !== "folder"))(
  "%s needs two lines, with the address and the token",
  (logger) => {
    const lines = snippet(logger, "shell", to).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^export [A-Z_]+=http:\/\/127\.0\.0\.1:7330$/);
    expect(lines[1]).toMatch(/^export [A-Z_]+=abl_in_x$/);
  },
);

test("as Python they are set before the logger is imported", () => {
  expect(snippet("wandb", "python", to)).toContain('os.environ["WANDB_BASE_URL"] = "http://127.0.0.1:7330"');
});

test("a job script reads the token from a file, since the scheduler shows scripts", () => {
  const [once, script] = snippet("wandb", "sbatch", to).split("#!/bin/bash");
  expect(once).toContain("umask 077");
  expect(once).toContain("abl_in_x");
  expect(script).toContain("export WANDB_BASE_URL=http://127.0.0.1:7330\n");
  expect(script).toContain('export WANDB_API_KEY="$(cat ~/.ablab-ingest-token)"');
  expect(script).not.toContain("abl_in_x");
});

test("a folder is followed by a command of its own, beside a trainer that knows nothing of it", () => {
  const lines = ["export ABLAB_URL=http://127.0.0.1:7330", "export ABLAB_INGEST_TOKEN=abl_in_x"];
  expect(snippet("folder", "shell", to).split("\n")).toEqual([...lines, "npx ablab follow DIR"]);
});

test("every logger brings values and configuration, and nothing is listed that none brings", () => {
  for (const what of ["metrics", "configuration"])
    expect(COMES_ALONG.find((row) => row.what === what)?.by).toEqual(SENDERS);
  for (const { by } of COMES_ALONG) expect(by.length).toBeGreaterThan(0);
  expect(COMES_ALONG.find(({ what }) => what === "stop from here")?.by).toEqual(["wandb"]);
  expect(["trackio", "mlflow 3.17.2", "wandb 0.31.0", "ablab 0.1", "curl"].map(hearsStop)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
