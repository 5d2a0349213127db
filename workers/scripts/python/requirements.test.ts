import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FolderProblem } from "../read-folder.ts";
import { readRequirements } from "./requirements.ts";

const HASH = `--hash=sha256:${"0".repeat(64)}`;
const read = (text: string) => readRequirements(text, "r.txt");

test("lines end where they end for Python, so that an option behind one is seen and refused", () => {
  for (const end of ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
    expect(() => read(`a==1 ; python_version > "3"${end}--index-url http://127.0.0.1/simple`)).toThrow(
      `r.txt:2: "--index-url http://127.0.0.1/simple" does not say which version`,
    );
});

test("characters that nobody sees are refused where they stand", () => {
  for (const hidden of ["\v", "\f", "\x1c", "\x85", "\u2028"])
    expect(() => read(`a==1${hidden}b==2`)).toThrow(FolderProblem);
  expect(() => read("\ufeffa==1")).toThrow(FolderProblem);
  expect(() => read("a==1 # \u202etxet")).toThrow("U+202E");
});

test("lines that go on are one, comments are none, blanks and line ends of any system are taken", () => {
  expect(
    read('# all\r\na == 1.0 \\\r\n  ; python_version > "3"  # why\r\n\r\n\tb[x,y]==2!1.0+cpu\n# on \\\nc==3'),
  ).toEqual([
    { text: 'a == 1.0 ; python_version > "3"', hashes: [] },
    { text: "b[x,y]==2!1.0+cpu", hashes: [] },
    { text: "c==3", hashes: [] },
  ]);
});

test("hashes of a lock are kept; where one has some, all must", () => {
  expect(read(`a==1 \\\n    ${HASH} \\\n    ${HASH}\n`)).toEqual([{ text: "a==1", hashes: [HASH, HASH] }]);
  expect(() => read(`a==1 ${HASH}\nb==2`)).toThrow("b==2 has no --hash");
  for (const wrong of [`a==1 --hash=md5:00`, `a==1 ${HASH} -e .`, `a==1 ${HASH}0`])
    expect(() => read(wrong)).toThrow(FolderProblem);
});

test("whatever a file holds, what is taken of it are packages with versions and hashes, a line each", () => {
  const piece = fc.constantFrom(
    "a==1",
    "b[x]==2.0",
    " ; ",
    "python_version > '3'",
    "\\",
    "\n",
    "\r",
    "\f",
    "\x85",
    " ",
    "\t",
    "#",
    "-e .",
    "-r x",
    "--index-url",
    "=",
    HASH,
    "--hash=",
    "$HOME",
    "${X}",
    "@ file:///x",
    "../x",
    "\u2028",
    "\u200b",
    "'",
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        for (const { text, hashes } of read(pieces.join(""))) {
          expect(text).toMatch(/^[ab](\[x\])? ?== ?[\w.+!-]+( ; [ -~]+)?$/);
          expect(text).not.toMatch(/(^|\s)-|[\\$@#\n\r\f]/);
          hashes.forEach((hash) => expect(hash).toBe(HASH));
        }
      } catch (error) {
        if (!(error instanceof FolderProblem)) throw error;
      }
    }),
  );
});
