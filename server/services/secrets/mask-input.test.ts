import { expect, it } from "vitest";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { maskInput } from "./mask-input.ts";

const HF = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567";

it("masks what somebody writes of runs, by form and by what it calls a secret", () => {
  const change = {
    id: "run_0123456789abcdef",
    name: `r ${HF}`,
    notes: "password=abc",
    addTags: [HF],
    pinned: true,
  };
  expect(maskInput("annotations.edit", { changes: [change] })).toEqual({
    changes: [{ ...change, name: `r ${MASK}`, notes: `password=${MASK}`, addTags: [MASK] }],
  });
});

it("masks parameters of a launch by their names, and leaves its key and its seeds", () => {
  const launchKey = "3f2a1b4c-5d6e-4f80-91a2-b3c4d5e6f708";
  const matrix = {
    presets: ["p"],
    edits: { wandb_key: "abc", lr: 1 },
    factors: [{ name: "hf_token", levels: ["x", "y"] }],
    seeds: [1],
  };
  expect(maskInput("runs.launch", { launchKey, recipe: "r", matrix })).toEqual({
    launchKey,
    recipe: "r",
    matrix: {
      ...matrix,
      edits: { wandb_key: MASK, lr: 1 },
      factors: [{ name: "hf_token", levels: [MASK, MASK] }],
    },
  });
});

it("masks reports by form alone, and no address of a webhook", () => {
  expect(maskInput("reports.write", { markdown: `password=abc ${HF}` })).toEqual({
    markdown: `password=abc ${MASK}`,
  });
  const url = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXX";
  expect(maskInput("webhooks.create", { url })).toEqual({ url });
});

it("leaves a table with a prototype of its own to its schema", () => {
  const edits = JSON.parse('{"__proto__": 1}') as object;
  expect(maskInput("runs.launch", { matrix: { edits } })).toEqual({ matrix: { edits } });
});

it("leaves the bytes of a file alone, in which a form is found by chance", () => {
  const sent = {
    stagingId: "x",
    files: [
      {
        name: "a.csv",
        bytes: "cnVuO3NlZWQ7c3RlcDtsb3NzO3ZhbF9hY2MKQTswOzA7MCw3NTs0MApBOzA7MTswLDU7NTUsNQpBOzE=",
      },
    ],
  };
  expect(maskInput("imports.stage", sent)).toEqual(sent);
});
