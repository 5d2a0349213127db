import { expect, test } from "vitest";
import type { Surroundings } from "../../../workers/protocol/surroundings.ts";
import { surroundingsDifference } from "./run-code.ts";

const BASE: Surroundings = {
  host: "a",
  system: "Linux 6 x64",
  driver: null,
  folder: "/lab",
  hash: "1",
  files: { "train.py": "1", "old.py": "2" },
  git: { commit: "0123456789abcdef", branch: "main", changed: [], diff: "", isCut: false },
  interpreter: { path: "/usr/bin/python3", version: "3.11.2" },
  packages: { torch: "2.9", numpy: "2.0" },
};

test("two runs with the same surroundings do not differ", () => {
  expect(surroundingsDifference(BASE, { ...BASE })).toEqual({
    files: [],
    facts: [],
    packages: [],
    uncommitted: false,
  });
});

test("code, packages and machine are told apart by name", () => {
  const after: Surroundings = {
    ...BASE,
    host: "b",
    files: { "train.py": "3", "new.py": "4" },
    git: { commit: "fedcba9876543210", branch: null, changed: ["train.py"], diff: "+x", isCut: false },
    packages: { torch: "2.10", scipy: "1" },
  };
  expect(surroundingsDifference(BASE, after)).toEqual({
    files: [
      { path: "new.py", how: "new" },
      { path: "old.py", how: "gone" },
      { path: "train.py", how: "changed" },
    ],
    facts: [
      { label: "Commit", before: "0123456789ab", after: "fedcba987654" },
      { label: "Branch", before: "main", after: null },
      { label: "Host", before: "a", after: "b" },
    ],
    packages: [
      { name: "numpy", before: "2.0", after: null },
      { name: "scipy", before: null, after: "1" },
      { name: "torch", before: "2.9", after: "2.10" },
    ],
    uncommitted: true,
  });
});
