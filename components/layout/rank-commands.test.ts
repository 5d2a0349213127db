import { expect, test } from "vitest";
import { rankCommands } from "./rank-commands.ts";

const items = [
  { label: "Go to Runs" },
  { label: "Stop", subject: "dgro-s3" },
  { label: "Stop all running in", subject: "Reward scaling" },
  { label: "Open", subject: "dgro-s3", keywords: "run" },
  { label: "Launch" },
];
const labels = (query: string) =>
  rankCommands(items, query).map((item) => `${item.label} ${item.subject ?? ""}`.trim());

test("an empty query keeps everything in its order", () => {
  expect(labels("  ")).toHaveLength(5);
  expect(labels("")[0]).toBe("Go to Runs");
});

test("words may fit verb and subject", () => {
  expect(labels("stop dg")).toEqual(["Stop dgro-s3"]);
});

test("a start beats a word, a word beats the inside", () => {
  expect(
    rankCommands([{ label: "xrun" }, { label: "a run" }, { label: "run b" }], "run").map((i) => i.label),
  ).toEqual(["run b", "a run", "xrun"]);
});

test.each([" ", "-", "_", "/", "."])("a word begins after %j", (mark) => {
  const names = ["qwenlora", `qwen${mark}lora`].map((label) => ({ label }));
  expect(rankCommands(names, "lora").map(({ label }) => label)).toEqual([`qwen${mark}lora`, "qwenlora"]);
});

test("scattered letters still find, nothing else does", () => {
  expect(labels("lnch")).toEqual(["Launch"]);
  expect(labels("zzz")).toEqual([]);
});

test("letters that lie scattered over several words of a title find nothing", () => {
  const archive = [{ label: "Archive", subject: "SFT, DGRO and process rewards" }];
  expect(rankCommands(archive, "stop")).toEqual([]);
  expect(rankCommands(archive, "prcs")).toEqual(archive);
  expect(rankCommands([{ label: "SFT entropy", keywords: "sft/entropy" }], "stop")).toEqual([]);
});

test("what reads as the query comes before what only contains it", () => {
  const found = rankCommands(
    [
      { label: "sft-s0", subject: "Does KL matter?" },
      { label: "", subject: "Does KL matter?" },
    ],
    "does kl matter?",
  );
  expect(found.map(({ label }) => label)).toEqual(["", "sft-s0"]);
});

test("a run whose whole name is typed comes before what the name only begins", () => {
  const named = (label: string) => ({ label, subject: "Does KL matter?" });
  const found = rankCommands([named("grpo-s10"), named("grpo-s12"), named("grpo-s1")], "grpo-s1");
  expect(found[0].label).toBe("grpo-s1");
});

const run = (name: string) => ({ label: name, subject: "SFT, DGRO and process rewards", keywords: "run_1" });
const place = (subject: string, keywords: string) => ({ label: "", subject, keywords });

test.each(["SFT, DGRO", "process rew", "rewards", "sft, dgro and process rewards"])(
  "the title of an experiment, typed as %j, lists it and its report before its runs",
  (query) => {
    const experiment = place("SFT, DGRO and process rewards", "experiment");
    const report = place("SFT, DGRO and process rewards: ablation", "report");
    const runs = [run("sft-s0"), run("dgro-coded-s0"), run("process-s0")];
    expect(rankCommands([...runs, experiment, report], query).slice(0, 2)).toEqual([experiment, report]);
  },
);

test("a hit in what is named so beats one in what that is about, and that beats words nobody reads", () => {
  const [named, about, unread] = [
    { label: "Ablation" },
    { label: "sft-s0", subject: "Ablation" },
    { label: "Queue test", keywords: "ablation" },
  ];
  expect(rankCommands([unread, about, named], "abl")).toEqual([named, about, unread]);
});

test("a run is found by the start of its name before what only has these letters inside its own", () => {
  const inside = place("Curly", "metric");
  expect(rankCommands([inside, run("rl-s0")], "rl")[0].label).toBe("rl-s0");
});
