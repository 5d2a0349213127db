import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RunDetail } from "#server/contracts/run.ts";
import { RunArtifacts } from "#components/runs/attempts/run-artifacts.tsx";

const file = { id: "f1", path: "media/a.png", type: null, bytes: 12, kept: true, at: 0 };
const shown = (files: object[]) =>
  renderToStaticMarkup(
    <RunArtifacts
      run={
        {
          artifacts: [],
          files: [],
          external: { files },
          logged: { artifacts: [], files: [] },
        } as unknown as RunDetail
      }
      now={0}
    />,
  );

test("what a client sent is what the run left: kept files are downloads, others are named", () => {
  const both = shown([file, { ...file, id: "f2", path: "big.bin", kept: false }]);
  expect(both).toMatch(/href="\/api\/files\/f1"[^>]*>media\/a\.png/);
  expect(both).toContain("big.bin");
  expect(both).not.toContain("/api/files/f2");
  expect(both).not.toContain("left nothing");
  expect(shown([])).toContain("left nothing");
});
