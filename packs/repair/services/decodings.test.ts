import { expect, test } from "vitest";
import type { EvaluationEvent } from "../../../workers/protocol/events.ts";
import { REPORTED_DA } from "../contracts/choice.ts";
import { getRun } from "../../../server/services/runs/get.ts";
import {
  evaluationEvent,
  populationEvent,
  problemHashes,
  started,
} from "../../../server/services/testing.ts";
import { evaluationDecodings } from "./decodings.ts";

const hashes = problemHashes(40);

/** An evaluation whose episodes dropped so many of 4 elements of the conflict. */
function played(dropped: number, solved: number, more: { final: boolean; key: string; sampled?: boolean }) {
  const event = evaluationEvent(hashes, solved, { ...more, step: 12 }) as EvaluationEvent;
  const none = [0, 0, 0, 0];
  return {
    ...event,
    protocol: {
      ...event.protocol,
      decoding: more.sampled ? ("sampled" as const) : ("greedy" as const),
      temperature: more.sampled ? 1 : 0,
    },
    rows: event.rows.map((row) => ({
      ...row,
      diagnosis: [
        4,
        2,
        ...none,
        1,
        dropped,
        dropped,
        dropped,
        1,
        dropped,
        dropped,
        dropped,
        1,
        dropped,
        dropped,
        dropped,
      ],
    })),
  };
}

test("one policy is shown greedy and sampled, with DA as the reports counted it and what longer episodes do to it", () => {
  const { world, attempt } = started();
  attempt.send(populationEvent(hashes));
  attempt.send(played(2, 5, { final: false, key: "step-12-sampled", sampled: true }));
  attempt.send(played(1, 20, { final: true, key: "step-12" }));
  const { evaluations } = getRun(world.ctx, attempt.runId);
  const final = evaluations.find((e) => e.final);
  const found = evaluationDecodings(world.ctx, { id: final?.id ?? "", ...REPORTED_DA });
  expect(found.title).toBe("DA, da.iis_set_micro (every repair)");
  expect(found.rows.map(({ decoding, da, rrAt5 }) => [decoding, da.value, rrAt5.hits])).toEqual([
    ["greedy", 0.25, 20],
    ["sampled, temperature 1", 0.5, 5],
  ]);
  expect(found.sentences).toEqual([
    expect.stringMatching(/^The same weights, DA .* from 25.% to 50.%, steps from/),
  ]);
  const other = evaluations.find((e) => !e.final);
  expect(evaluationDecodings(world.ctx, { id: other?.id ?? "", ...REPORTED_DA }).rows).toEqual(found.rows);
});

test("an evaluation earlier in the training is another policy", () => {
  const { world, attempt } = started();
  attempt.send(populationEvent(hashes));
  attempt.send({ ...played(1, 3, { final: false, key: "step-0" }), step: 0 });
  attempt.send(played(1, 20, { final: true, key: "step-12" }));
  const [, final] = getRun(world.ctx, attempt.runId).evaluations;
  expect(evaluationDecodings(world.ctx, { id: final.id, ...REPORTED_DA }).rows).toHaveLength(1);
});
