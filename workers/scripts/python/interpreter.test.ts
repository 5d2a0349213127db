import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readInterpreter } from "./interpreter.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** What python3 says of itself beside a torch whose `version.py` holds this line. */
function beside(line: string | null) {
  const folder = mkdtempSync(join(tmpdir(), "ablab-interpreter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["torch", "torch-9.9.dist-info"]) mkdirSync(join(folder, name));
  if (line !== null) {
    writeFileSync(join(folder, "torch-9.9.dist-info", "METADATA"), "Name: torch\nVersion: 9.9\n");
    writeFileSync(join(folder, "torch", "__init__.py"), "raise SystemExit('it was imported')\n");
    writeFileSync(
      join(folder, "torch", "version.py"),
      `from typing import Optional\n__all__ = ['cuda']\n${line}\n`,
    );
  }
  return readInterpreter("python3", folder, { PATH: process.env.PATH ?? "", PYTHONPATH: folder });
}

test.skipIf(!hasPython).each([
  ["cuda: Optional[str] = '12.8'", "12.8"],
  ["cuda = '11.7'", "11.7"],
  ["cuda: Optional[str] = None", null],
])("the CUDA of a torch is read without importing it: %s", async (line, cuda) => {
  const said = await beside(line);
  expect(said).toMatchObject({ packages: { torch: "9.9" }, cuda });
});

test.skipIf(!hasPython)("of an interpreter without torch no CUDA is said", async () => {
  expect(await beside(null)).not.toHaveProperty("cuda");
});
