import { expect, test } from "vitest";
import { namesIn, namesInProse } from "./read-names.ts";

const textsOf = ({ exact, given }: ReturnType<typeof namesIn>) =>
  new Set([...exact, ...given].map(({ text }) => text));

test.each([
  ["hosts", '["gpu1", "gpu2"]', ["gpu1", "gpu2"]],
  ["nodes", '[{"host": "gpu1", "user": "alice"}]', ["gpu1", "alice"]],
  ["job", '{"run": {"envs": [{"HOSTNAME": "gpu1"}], "by": {"user_name": "alice"}}}', ["gpu1", "alice"]],
  ["job", "{'host': 'gpu1', 'lr': 0.1, 'user': 'alice b'}", ["gpu1", "alice b"]],
  ["launchedBy", "Ada Lovelace", ["Ada Lovelace", "Ada", "Lovelace"]],
  ["launched-by", "alice", ["alice"]],
  ["wandb.contact", "alice", ["alice"]],
  ["full_name", "Ada Lovelace", ["Ada Lovelace"]],
  ["affiliation", "Hall University", ["Hall University"]],
  ["slurm.SLURM_CLUSTER_NAME", "hallcluster", ["hallcluster"]],
  ["podName", "alice-7f9-xk2", ["alice-7f9-xk2"]],
  ["rdzv_endpoint", "gpu1:29400", ["gpu1"]],
  ["hub_model_id", "alice/repairs", ["alice", "repairs"]],
  ["cmd", "ssh -p 22 -A gpu1 python x.py", ["gpu1"]],
  ["cmd", "ssh alice@gpu1", ["gpu1", "alice"]],
  ["cmd", "rsync -a out me@gpu1:runs", ["gpu1"]],
  ["cmd", "srun -n 2 -w gpu[1-2] python x.py", ["gpu1", "gpu2"]],
])("%s %s names somebody", (key, text, names) => {
  const found = textsOf(namesIn(key, text));
  expect(names.filter((name) => !found.has(name))).toEqual([]);
});

test.each([
  ["sorted_by", "loss"],
  ["domain", "math"],
  ["model_name_or_path", "Qwen/Qwen2.5-0.5B"],
  ["betas", "[0.9, 0.999]"],
  ["optimizer", '{"name": "adamw", "lr": 0.1}'],
  ["cmd", "python train.py --lr 0.1"],
  ["user", "default"],
])("%s %s names nobody", (key, text) => expect([...textsOf(namesIn(key, text))]).toEqual([]));

test("a sentence says who is asked, and where a command led", () => {
  const found = textsOf(namesInProse('Contact: alice. Seen with "ssh gpu1" and {"host": "gpu2"}.'));
  expect(["alice.", "gpu1", "gpu2"].filter((name) => !found.has(name))).toEqual([]);
});
