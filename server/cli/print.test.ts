import { afterEach, expect, test, vi } from "vitest";
import { plain, printJson, redraw, say, sayAside, speakThroughConsole, textTable } from "./print.ts";

test("what stands in a table begins no row of its own", () => {
  const table = textTable(["left", ">size"], [["a\nb\tc", "8 B"]]);
  expect(table.split("\n")).toEqual(["left           size", "-------------  ----", "a\\u{a}b\\u{9}c   8 B"]);
});

const HOSTILE = "a\u001b]0;pwn\u0007\u009b31m\u202eb\u200b\u{e0041}\r\u2028c\u007f\u2003d";
const STEERS = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2003]/u;

/** What is written to a stream while `work` runs. */
function written(stream: NodeJS.WriteStream, work: () => void): string {
  const write = vi.spyOn(stream, "write").mockReturnValue(true);
  work();
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join("");
  write.mockRestore();
  return text;
}

const { error, warn, log } = console;
afterEach(() => void Object.assign(console, { error, warn, log }));

test("nothing of others steers a terminal, whichever way it is said", () => {
  expect(HOSTILE).toMatch(STEERS);
  expect(plain(HOSTILE)).toContain("\\u{1b}]0;pwn");
  const said = [
    written(process.stdout, () => say(HOSTILE)),
    written(process.stderr, () => sayAside(HOSTILE)),
    written(process.stderr, () => {
      speakThroughConsole();
      console.error("failed:", new Error(HOSTILE));
    }),
    textTable([HOSTILE], [[HOSTILE]]),
  ];
  for (const text of said) {
    expect(text).not.toMatch(STEERS);
    expect(text).toContain("pwn");
  }
});

test("lines that are drawn anew have the codes of this program alone", () => {
  const drawn = written(process.stdout, () => redraw([HOSTILE, "b"], 2, 200));
  expect(drawn.startsWith("\u001b[2A\u001b[2K")).toBe(true);
  expect(drawn.replaceAll("\u001b[2A", "").replaceAll("\u001b[2K", "")).not.toMatch(STEERS);
});

test("JSON keeps every character as an escape of its own, and reads back as the same value", () => {
  const value = { [HOSTILE]: [HOSTILE, "\u{1f600} ü"] };
  const text = written(process.stdout, () => printJson(value));
  expect(text.replaceAll("\u2003", "")).not.toMatch(STEERS);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain("\u{1f600} ü");
});
