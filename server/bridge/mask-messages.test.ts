import { expect, it } from "vitest";
import { MASK } from "../../workers/protocol/secrets/mask-mark.ts";
import { maskContent, maskEvents, maskFinish, maskRegister, maskStart } from "./mask-messages.ts";

const HF = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567";

it("masks what a worker says of a start, of events and of an end", () => {
  const started = maskStart({
    fence: 1,
    pid: 1,
    pidStart: "1",
    bootId: "b",
    supervisorPid: 2,
    startedAt: 0,
    device: "cpu",
    argv: ["python", "t.py", "--wandb_key", "abc", `--note=${HF}`],
  });
  expect(started.argv).toEqual(["python", "t.py", "--wandb_key", MASK, `--note=${MASK}`]);
  const { events } = maskEvents({
    fence: 1,
    firstSeq: 1,
    events: [
      { t: "note", at: 0, level: "info", message: `api_key=abc ${HF}` },
      { t: "points", at: 0, step: 1, values: { loss: 1 } },
    ],
  });
  expect(events).toEqual([
    { t: "note", at: 0, level: "info", message: `api_key=${MASK} ${MASK}` },
    { t: "points", at: 0, step: 1, values: { loss: 1 } },
  ]);
  const exit = { code: 1, signal: null, askedBy: null, reason: "error", endedAt: 0 } as const;
  const told = { ...exit, escalation: [], leftovers: 0, detail: `Bearer ${HF}`, tail: ["a", `password=abc`] };
  const ended = maskFinish({ fence: 1, lastSeq: 0, exit: told });
  expect(ended.exit).toMatchObject({ detail: `Bearer ${MASK}`, tail: ["a", `password=${MASK}`] });
});

it("masks the content of a small file byte by byte", () => {
  const bytes = Buffer.from(`hf_token: ${HF}\nlr: 1\n`).toString("base64");
  const kept = Buffer.from(maskContent({ fence: 1, path: "config.yaml", bytes }).bytes, "base64").toString();
  expect(kept).toBe(`hf_token: ${"*".repeat(HF.length)}\nlr: 1\n`);
});

it("leaves the slots of a command that a recipe fills, and masks what stands in their place", () => {
  const command = ["python", "--hf_token={hf_token}", "--wandb_key", "{wandb_key}", "--hub_token", "abc"];
  const file = { summary: "", command, fields: [], presets: [], smoke: {} };
  const recipes = [{ slug: "s", script: { file } }];
  const masked = maskRegister({ recipes } as unknown as Parameters<typeof maskRegister>[0]);
  expect(masked.recipes[0].script?.file.command).toEqual([...command.slice(0, -1), MASK]);
});
