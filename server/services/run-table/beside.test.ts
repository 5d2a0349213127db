import { expect, test } from "vitest";
import { RunTableInput } from "../../contracts/run-table.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
} from "../testing.ts";
import { runTable } from "./table.ts";

/** The same policy sampled, which a training sends before the final evaluation of the same step. */
function sampled(hashes: string[]) {
  const event = evaluationEvent(hashes, 5, { key: "step-40-sampled", final: false });
  if (event.t !== "evaluation") throw new Error("no evaluation");
  return { ...event, protocol: { ...event.protocol, decoding: "sampled" as const, temperature: 1 } };
}

test("an evaluation that stands beside the final one takes no run out of the ranking by what the final one measured", async () => {
  const world = makeWorld();
  launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1] });
  const worker = joinWorker(world, { slots: 4 });
  const hashes = problemHashes(40);
  for (let k = 0; k < 4; k++) {
    const attempt = startNext(world, worker);
    attempt.send(
      populationEvent(hashes),
      ...pointsEvents({ "reward/raw": 0.3, "eval/rr_at_5": 0.4 + k / 40 }, 40),
      sampled(hashes),
      evaluationEvent(hashes, 16 + k),
    );
    attempt.finish();
  }
  const sort = [{ column: "metric:eval/rr_at_5:last", direction: "desc" as const }];
  const { entries } = await runTable(world.ctx, RunTableInput.parse({ sort }));
  expect(entries.map((entry) => (entry.kind === "part" ? entry.ranked : entry.kind))).toEqual([
    "run",
    "run",
    "run",
    "run",
  ]);
});
