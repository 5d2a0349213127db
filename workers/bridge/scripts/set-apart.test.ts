import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRunDirectory } from "../run-directory.ts";
import { takeSecrets } from "./launch-secrets.mjs";

test("what a worker writes down of a launch holds no secret, and its supervisor starts what was meant", () => {
  const home = mkdtempSync(join(tmpdir(), "ablab-apart-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const directory = openRunDirectory(home, "att_1");
  directory.saveAssignment({ token: "t" } as Parameters<typeof directory.saveAssignment>[0]);
  const launch = {
    attemptId: "att_1",
    argv: [
      "python",
      "t.py",
      "plain-word",
      "--hf_token",
      "k3y-0f9a8b7c6d5e",
      "--lr=0.1",
      "--at=x:opaque value",
    ],
    cwd: "/w",
    env: { HF_TOKEN: "k3y-0f9a8b7c6d5e", WANDB_API_KEY: `abl_in_${"a1B".repeat(11)}`, PATH: "/bin" },
    device: "cpu",
    bootId: "b",
  };
  directory.saveLaunch(launch, ["opaque value", "k3y-0f9a8b7c6d5e"]);
  const written = directory.launch();
  expect(written?.argv).toEqual([
    "python",
    "t.py",
    "plain-word",
    "--hf_token",
    "***",
    "--lr=0.1",
    "--at=x:***",
  ]);
  expect(written?.env).toEqual({ HF_TOKEN: "***", WANDB_API_KEY: "***", PATH: "/bin" });
  if (written === null) throw new Error("nothing was written");
  expect(takeSecrets(directory.path, written)).toEqual(launch);
  const texts = readdirSync(directory.path).map((name) => readFileSync(join(directory.path, name), "utf8"));
  expect(texts.join("")).not.toMatch(/k3y-|opaque|a1Ba1B/);
  expect(takeSecrets(directory.path, written)).toEqual(written);
});
