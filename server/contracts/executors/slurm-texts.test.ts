import { expect, test } from "vitest";
import type { Partition } from "../../../workers/protocol/executors/engine.ts";
import { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import { asPlainText } from "../../wording/typography.ts";
import { askIssues, askOfTexts, askWords, memoryMiB, slurmIssues } from "./slurm-texts.ts";

const partition = (change: Partial<Partition> = {}): Partition => ({
  name: "gpu",
  isDefault: true,
  up: true,
  maxSeconds: 7200,
  nodes: 3,
  cpus: 4,
  memoryMiB: 2000,
  gpus: 2,
  gpuKinds: ["a100"],
  gpusTotal: 6,
  gpusFree: 1,
  accounts: ["lab"],
  qos: ["normal", "high"],
  ...change,
});

test("what is typed becomes a request that the wire takes; an empty text asks for nothing", () => {
  const texts = {
    partition: "gpu",
    account: "",
    time: "90m",
    gpus: "2",
    memory: "1.5G",
    cpus: "4",
    gpuKind: "a100",
  };
  const { ask, issues } = askOfTexts(texts);
  expect(issues).toEqual([]);
  expect(SlurmAsk.parse(ask)).toEqual({
    partition: "gpu",
    minutes: 90,
    gpus: 2,
    memoryMiB: 1536,
    cpus: 4,
    gpuKind: "a100",
  });
  expect(askOfTexts({}).ask).toEqual({});
  expect(askOfTexts({ time: "61s" }).ask.minutes).toBe(2);
});

test("a text that cannot be one is named at its field, and nothing reaches a command line as another option", () => {
  const { ask, issues } = askOfTexts({
    partition: "--wrap=x",
    account: "a b",
    time: "soon",
    gpus: "1.5",
    memory: "8",
    cpus: "0",
  });
  expect(issues.map(({ field }) => field).toSorted()).toEqual([
    "account",
    "cpus",
    "gpus",
    "memory",
    "partition",
    "time",
  ]);
  expect(ask).toEqual({});
  expect(SlurmAsk.safeParse({ partition: "--wrap=x" }).success).toBe(false);
});

test("memory is read with its unit", () => {
  expect(["512M", "8G", "1T", "1.5 GiB", "8", "-1G"].map(memoryMiB)).toEqual([
    512,
    8192,
    1_048_576,
    1536,
    null,
    null,
  ]);
});

test("limits of the partition are said before anybody waits for what never starts", () => {
  const ask = { minutes: 121, gpus: 3, gpuKind: "h100", memoryMiB: 2001, cpus: 5, account: "x", qos: "low" };
  const issues = askIssues(ask, [partition()]);
  expect(issues.map(({ field }) => field)).toEqual([
    "time",
    "gpus",
    "gpuKind",
    "memory",
    "cpus",
    "account",
    "qos",
  ]);
  expect(asPlainText(issues[1].message)).toBe("A node of partition gpu has at most 2 GPUs.");
  expect(
    askIssues({ partition: "gpu", minutes: 120, gpus: 2, qos: "high", account: "lab" }, [partition()]),
  ).toEqual([]);
});

test("of several clusters one that can take it is enough", () => {
  const small = { partitions: [partition({ gpus: 0 })] };
  const large = { partitions: [partition()] };
  expect(slurmIssues({ gpus: "2" }, [small, large])).toEqual([]);
  expect(slurmIssues({ gpus: "2" }, [small])).toMatchObject([{ field: "gpus" }]);
  expect(slurmIssues({ gpus: "2" }, [])).toEqual([]);
});

test("a request is said in one clause", () => {
  expect(asPlainText(askWords({ partition: "gpu", gpus: 1, memoryMiB: 8192 }))).toBe(
    "on Slurm: partition gpu, 1 GPU, 8.00 GiB",
  );
  expect(askWords({})).toBe("on Slurm, as it gives");
});
