import { expect, test } from "vitest";
import { linesInView, readLog } from "./log-view.tsx";

test("lines keep their order and number", () => {
  expect(readLog("one\ntwo\n\nfour\n")).toEqual([
    { number: 0, text: "one" },
    { number: 1, text: "two" },
    { number: 2, text: "" },
    { number: 3, text: "four" },
  ]);
});

test("a bar redrawn by carriage return is one line with its last state", () => {
  expect(readLog("a\rab\rGenerating 100% 512/512 [00:02]\n")).toEqual([
    { number: 0, text: "Generating 100% 512/512 [00:02]", redraws: 3 },
  ]);
});

test("a bar printed line after line is one line", () => {
  const text =
    "Loading:   0%|          | 0/4 [00:00<?]\nLoading:  50%|█████     | 2/4 [00:01<00:01]\nLoading: 100%|██████████| 4/4 [00:02<00:00]\ndone\n";
  expect(readLog(text)).toEqual([
    { number: 0, text: "Loading: 100%|██████████| 4/4 [00:02<00:00]", redraws: 3 },
    { number: 1, text: "done" },
  ]);
});

test("two different bars stay two lines", () => {
  expect(readLog("Loading: 50% 1/2 [00:01]\nSaving: 50% 1/2 [00:01]\n")).toHaveLength(2);
});

test("metric lines that look alike are never merged", () => {
  expect(readLog("reward 0.851 kl 0.0176\nreward 0.839 kl 0.0179\n")).toHaveLength(2);
});

test("warnings and errors are marked, colours dropped", () => {
  expect(
    readLog(
      "\u001b[33mwarning: grad_norm is nan\u001b[0m\nRuntimeError: CUDA out of memory\nTraceback (most recent)\n",
    ),
  ).toEqual([
    { number: 0, text: "warning: grad_norm is nan", level: "warn" },
    { number: 1, text: "RuntimeError: CUDA out of memory", level: "error" },
    { number: 2, text: "Traceback (most recent)", level: "error" },
  ]);
});

test("an unfinished last line is shown as it stands", () => {
  expect(readLog("step 1\nstep 2 rew").at(-1)).toEqual({ number: 1, text: "step 2 rew" });
});

const only = (text: string) => readLog(text).map((line) => line.text);

test.each([
  ["a title", "\u001b]0;rm -rf\u0007step 1", "step 1"],
  ["a link", "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\ me", "click me"],
  ["the clipboard", "\u001b]52;c;ZXZpbA==\u001b\\step 1", "step 1"],
  ["a device string", "\u001bPq#0;2;0;0;0\u001b\\a", "a"],
  ["the same as single characters", "\u009d0;title\u009ca \u009b31mred", "a red"],
  ["cursor and screen", "\u001b[2J\u001b[1;1Ha\u001bcb\u001b7c\u001b(Bd", "abcd"],
  ["bell, backspace and null", "a\u0007b\u0008c\u0000d", "abcd"],
  ["direction of text", "abc\u202egnp.exe \u2066x\u2069\u200f\u061c", "abcgnp.exe x"],
  ["what ends in the middle", "a\u001b[31", "a"],
])("what a terminal obeys is not shown: %s", (_what, text, shown) => {
  expect(only(text)).toEqual([shown]);
});

test("a string to the terminal that never ends takes its own line only, and lines keep their tabs", () => {
  expect(only("\u001b]0;open\nstep\t1\n\u001b[31")).toEqual(["", "step\t1"]);
});

test("what is not shown is found in time that grows with the text, however often it begins", () => {
  for (const piece of ["\u001b]", "\u001b[", "\u001b[1;", "\u001b", "\u009d"])
    expect(only(`${piece.repeat(200_000)}\nend`)).toEqual(["", "end"]);
});

test("of a log the lines in view are drawn with some around them, wherever it is scrolled and however short it becomes", () => {
  const height = 180;
  expect(linesInView(0, height, 5)).toEqual([0, 5]);
  expect(linesInView(0, height, 1000)).toEqual([0, 23]);
  const [first, end] = linesInView(9000, height, 1000);
  expect([first <= 499, end >= 511, end - first < 50]).toEqual([true, true, true]);
  // Scrolled to the end, and the place of before in a log of which a search left less.
  expect(linesInView(18_012 - height, height, 1000)[1]).toBe(1000);
  expect(linesInView(9000, height, 3)).toEqual([0, 3]);
  expect(linesInView(9000, height, 0)).toEqual([0, 0]);
});
