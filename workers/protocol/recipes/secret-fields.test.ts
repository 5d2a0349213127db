import { expect, test } from "vitest";
import type { Params } from "../manifest.ts";
import { type CommandPart, renderCommand } from "./command.ts";
import { lackingVariables, secretsOfCommand } from "./needed-secrets.ts";
import { isSecretField, secretSlots, variableOf, withoutSecrets } from "./secret-fields.ts";

const text = (name: string) => ({ name, kind: "text" as const });
const FIELDS = [
  text("wandb_key"),
  text("eos_token"),
  text("run"),
  { name: "max_tokens", kind: "int" as const },
];

test("a text that is called a secret is a secret field, and what is called like one is not", () => {
  expect(FIELDS.filter(isSecretField).map(({ name }) => name)).toEqual(["wandb_key"]);
  expect(["hf_token", "openai_api_key", "password", "logger_wandb_key"].map(text).every(isSecretField)).toBe(
    true,
  );
  expect(["prompt_key", "label_key", "tokenizer", "token_loss"].map(text).some(isSecretField)).toBe(false);
});

test("its value is of the worker's environment and of no configuration", () => {
  expect(withoutSecrets(FIELDS, { wandb_key: "abc", run: "r", max_tokens: 8 })).toEqual({
    wandb_key: "",
    run: "r",
    max_tokens: 8,
  });
  expect(["wandb_key", "hf_token", "judge_api_key"].map((name) => variableOf(text(name)))).toEqual([
    "WANDB_API_KEY",
    "HF_TOKEN",
    "JUDGE_API_KEY",
  ]);
  const command = ["python", "--key={wandb_key}", "--run={run}"];
  const argv = (env: Record<string, string>) =>
    renderCommand(command, {}, { run: "r", ...secretSlots(FIELDS, env) });
  expect(argv({ WANDB_API_KEY: "abc" })).toEqual(["python", "--key=abc", "--run=r"]);
  expect(argv({})).toEqual(["python", "--run=r"]);
});

test("a command needs the secrets whose arguments it has, and a recipe lacks what an environment has not", () => {
  const command = [
    "python",
    "--key={wandb_key}",
    { when: [{ field: "run", in: ["a"] }], args: ["--token={hf_token}"] },
  ] as CommandPart[];
  const fields = [...FIELDS, text("hf_token"), text("unused_key")];
  const needed = (params: Params) => secretsOfCommand(fields, command, params).map(({ name }) => name);
  expect(needed({ run: "b", hf_token: "" })).toEqual(["wandb_key"]);
  expect(needed({ run: "a", hf_token: "" })).toEqual(["wandb_key", "hf_token"]);
  expect(lackingVariables({ fields: FIELDS, environment: ["DATA", "HOME"] }, { HOME: "/h" })).toEqual([
    "WANDB_API_KEY",
    "DATA",
  ]);
});
