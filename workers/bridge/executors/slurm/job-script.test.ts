import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { idOfAnswer, isSilence, jobScript, refusalOf, sbatchArguments } from "./job-script.ts";

test("the script becomes the supervisor, whatever the name of its folder holds", () => {
  const script = jobScript(["/bin/echo", "it's", "a $HOME `x`"]);
  expect(execFileSync("sh", ["-s"], { input: script, encoding: "utf8" })).toBe("it's a $HOME `x`\n");
});

test("a job is named by its key, never put back by Slurm, and gets nothing of the worker's environment", () => {
  const args = sbatchArguments("rl-run_1-a2", "/home/ada/runs/att_1", {});
  for (const wanted of ["--job-name=rl-run_1-a2", "--no-requeue", "--export=NIL", "--dependency=singleton"])
    expect(args).toContain(wanted);
  expect(args.filter((arg) => /partition|account|qos|time|mem|gres|cpus/.test(arg))).toEqual([]);
});

test("what a launch asks for is an argument each", () => {
  const ask = {
    partition: "gpu",
    account: "lab",
    qos: "high",
    minutes: 90,
    gpus: 2,
    gpuKind: "a100",
    memoryMiB: 8000,
    cpus: 4,
  };
  expect(sbatchArguments("rl-r-a1", "/x", ask).slice(-8)).toEqual([
    "--partition=gpu",
    "--account=lab",
    "--qos=high",
    "--time=90",
    "--mem=8000M",
    "--cpus-per-task=4",
    "--gres=gpu:a100:2",
    "--signal=B:USR2@60",
  ]);
});

test("a folder whose name holds a % is that folder", () => {
  const args = sbatchArguments("rl-r-a1", "/home/50%j/att_1", {});
  expect(args).toContain("--chdir=/home/50%j/att_1");
  expect(args).toContain("--output=/home/50%%j/att_1/supervisor.log");
});

test("a job that is too short to be told a minute before is not told at once", () => {
  expect(sbatchArguments("rl-r-a1", "/x", { minutes: 1 }).join(" ")).not.toContain("--signal");
});

test("an answer is an id, a refusal in Slurm's words, or no answer at all", () => {
  expect([idOfAnswer("123\n"), idOfAnswer("123;lab\n"), idOfAnswer("sbatch: hm")]).toEqual([
    "123",
    "123",
    null,
  ]);
  expect(
    isSilence(
      "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)",
    ),
  ).toBe(true);
  const refused =
    "sbatch: error: Memory specification can not be satisfied\nsbatch: error: Batch job submission failed: Requested node configuration is not available";
  expect(isSilence(refused)).toBe(false);
  expect(refusalOf(refused)).toBe(
    "Requested node configuration is not available Memory specification can not be satisfied",
  );
});
