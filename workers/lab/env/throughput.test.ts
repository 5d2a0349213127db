import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the environment makes enough steps per CPU second, as Node alone runs it", () => {
  const script = join(import.meta.dirname, "testing/throughput.ts");
  const output = execFileSync(process.execPath, [script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { hard, hardDa } = JSON.parse(output) as { hard: number; hardDa: number | null };
  // The plan needs 60,000 and 80,000 on an idle core; about 170,000 and 110,000 were measured. Half the plan leaves room for
  // a busy machine and still notices a mistake.
  expect(hard).toBeGreaterThan(30_000);
  if (hardDa !== null) expect(hardDa).toBeGreaterThan(40_000);
});
