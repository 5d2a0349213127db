import { expect, test } from "vitest";
import { maskArguments, maskText } from "./mask.ts";

test("what is called a secret has no value in a command", () => {
  const command = ["train.py", "--hub-token", "x", "--api_key=y", "--lr", "1", "PASSWORD=z"];
  expect(maskArguments(command)).toEqual([
    "train.py",
    "--hub-token",
    "***",
    "--api_key=***",
    "--lr",
    "1",
    "PASSWORD=***",
  ]);
});

test("tokens of a text, and what makes them, are no secrets in a command", () => {
  const command = ["--max_new_tokens=128", "--tokenizer=gpt2", "--eos_token", "</s>", "--token-budget=9"];
  expect(maskArguments(command)).toEqual(command);
  expect(maskArguments(["--auth_tokens=x", "--token", "y", "--HF_TOKEN=z"])).toEqual([
    "--auth_tokens=***",
    "--token",
    "***",
    "--HF_TOKEN=***",
  ]);
});

test.each([
  ['+HF_TOKEN = "abcdefgh"', '+HF_TOKEN = "***"'],
  ["+login(token='hf_abcdefghijklmnopqrstuvwxyz')", "+login(token='***')"],
  ['+  "api_key": "0123456789"', '+  "api_key": "***"'],
  ["+WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567", "+WANDB_API_KEY=***"],
  ["+# see sk-abcdefghijklmnopqrstuvwx", "+# see ***"],
  ['+os.environ["WANDB_API_KEY"] = "0123456789abcdef"', '+os.environ["WANDB_API_KEY"] = "***"'],
  ["+os.environ.setdefault('HF_TOKEN', 'abcdefgh')", "+os.environ.setdefault('HF_TOKEN', '***')"],
  [`+wandb.login(key="${"0123456789".repeat(4)}")`, '+wandb.login(key="***")'],
  ["+url = 'https://me:hunter2@example.org/x'", "+url = 'https://me:***@example.org/x'"],
  ['+headers = {"Authorization": "Bearer abcdefghijklmnop"}', '+headers = {"Authorization": "Bearer ***"}'],
  [
    "+-----BEGIN RSA PRIVATE KEY-----\n+MIIEow\n+abc=\n+-----END RSA PRIVATE KEY-----\n+x",
    "+-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----\n+x",
  ],
])("in a diff %s has no value", (line, kept) => {
  expect(maskText(line)).toBe(kept);
});

test.each([
  "+eos_token = tokenizer.eos_token",
  "+num_tokens: 512",
  "+max_tokens=4096",
  "+secret_sauce = mix(a, b)",
  "+for key in sorted(keys): print(key, 'a')",
  "+see https://example.org:8080/a and b@c",
])("%s is code and stays", (line) => {
  expect(maskText(line)).toBe(line);
});

test("a long line is read once", () => {
  const long = "token".repeat(40_000);
  expect(maskText(long)).toBe(long);
});
