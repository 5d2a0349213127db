import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { USUAL_RULE } from "./config.ts";
import { loggedProtocol } from "./logged-protocol.ts";

const read = (config: Params) => loggedProtocol(config, USUAL_RULE);

test.each<[string, Params, object]>([
  [
    "verl",
    {
      "actor_rollout_ref.rollout.temperature": 1,
      "actor_rollout_ref.rollout.val_kwargs.temperature": 0.6,
      "actor_rollout_ref.rollout.val_kwargs.top_p": 0.95,
      "actor_rollout_ref.rollout.val_kwargs.n": 4,
    },
    { temperature: "0.6", top_p: "0.95", n: "4" },
  ],
  [
    "slime",
    { eval_temperature: 0.6, eval_top_p: 1, n_samples_per_eval_prompt: 16, eval_max_response_len: 16384 },
    { temperature: "0.6", top_p: "1", n: "16", max_tokens: "16384" },
  ],
  [
    "OpenRLHF",
    { eval_temperature: 0, eval_n_samples_per_prompt: 4, temperature: 1 },
    { temperature: "0", n: "4" },
  ],
  ["SkyRL", { "generator.eval_sampling_params.temperature": 0 }, { temperature: "0" }],
  [
    "prime-rl",
    { "eval.sampling.max_tokens": 4096, "eval.rollouts_per_example": 4 },
    { max_tokens: "4096", n: "4" },
  ],
  ["Inspect", { "eval.model_generate_config.max_tokens": 1024 }, { max_tokens: "1024" }],
  [
    "lm-eval",
    { "cli_configs.gen_kwargs": "temperature=0.6,top_p=0.9" },
    { temperature: "0.6", top_p: "0.9" },
  ],
  ["MLflow, which sends texts", { "eval/temperature": "0.60", "eval/top_p": "None" }, { temperature: "0.6" }],
  [
    "a dict that came as a text",
    { eval: "{'temperature': 0.6, 'judge_model': 'gpt-5'}" },
    { temperature: "0.6", judge: "gpt-5" },
  ],
  ["two benchmarks", { "eval.a.n": 8, "eval.b.n": 1 }, { n: "1 or 8" }],
])("%s says how it evaluates, apart from how it trains", (_, config, protocol) => {
  expect(read(config)).toEqual(protocol);
});

test("what is of training, of data or the run's own seed is no protocol", () => {
  expect(
    read({ temperature: 1, top_p: 1, num_generations: 8, system_prompt: "x", judge_model: "j" }),
  ).toEqual({});
  expect(
    read({ "data.test_seed": 3, eval_steps: 50, eval_batch_size: 8, per_device_eval_batch_size: 4 }),
  ).toEqual({});
  expect(read({ seed: 3, "eval.seed": 3 })).toEqual({});
  expect(read({ seed: 3, "eval.seed": 42 })).toEqual({ seed: "42" });
});

test("a system prompt is known by its hash, which differs with its text", () => {
  const of = (text: string) => read({ "eval.system_prompt": text }).system_prompt;
  expect(of("Think step by step.")).toMatch(/^[0-9a-f]{8}$/);
  expect(of("Think step by step.")).not.toBe(of("Think."));
  expect(read({ "eval.system_prompt_hash": "abc" })).toEqual({ system_prompt: "abc" });
});

test("any configuration is read, and the order of its keys changes nothing", () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom("eval.temperature", "gen_kwargs", "val_kwargs.n", "eval"),
  );
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom("a=1,b", "{'n': 2}"));
  fc.assert(
    fc.property(fc.dictionary(key, value), (config) => {
      const turned = Object.fromEntries(Object.entries(config).toReversed());
      expect(read(turned)).toEqual(read(config));
    }),
  );
});
