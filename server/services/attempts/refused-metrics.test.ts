import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { handleBridgeRequest } from "../../bridge/handle.ts";
import { getRun } from "../runs/get.ts";
import { readColumns } from "../ingest/columns.ts";
import { started } from "../testing.ts";

/** Names that nobody could read, tell apart or type. */
const REFUSED = [
  "",
  " ",
  "\u00a0",
  "\u200b",
  "\ufeff \u00ad",
  "lo\nss",
  "lo\0ss",
  "\u001b[31mloss",
  "lo\tss",
  "loss\u0085",
  "loss\u202egol",
  "\u2066loss\u2069",
  "\u200floss",
  "loss\u2028",
  "lo\u200bss",
  "lo\u2060ss",
  "loss\ud800",
  "x".repeat(257),
];
const TAKEN = ["loss", "a b", "Größe", "می‌روم", "👩‍🔬", "my/latency [ms]", "x".repeat(256)];

const wire = (values: Record<string, number>, step: number) => ({
  t: "points" as const,
  step,
  at: step,
  values,
});

/** What an attempt stored, what its page says, and what the route answers when it sends these events. */
async function send(...events: ReturnType<typeof wire>[]) {
  const { world, attempt } = started();
  const answer = await handleBridgeRequest(world.ctx, {
    method: "POST",
    path: `/api/worker/attempts/${attempt.attemptId}/events`,
    body: { fence: 1, firstSeq: 1, events },
    caller: { kind: "attempt", attemptId: attempt.attemptId },
  });
  const store = pointStore(world.ctx.db);
  return {
    answer,
    metrics: () => store.names(attempt.attemptId).map(({ metric }) => metric),
    notes: getRun(world.ctx, attempt.runId).notes,
  };
}

const takenByPoints = (metric: string): boolean => {
  try {
    readColumns({ series: [{ metric, x: [1], value: [1], at: 1e12 }] });
    return true;
  } catch {
    return false;
  }
};

test("a name that the points route refuses is not stored by the events route either, and the other way round", async () => {
  expect(REFUSED.filter(takenByPoints)).toEqual([]);
  expect(TAKEN.filter((name) => !takenByPoints(name))).toEqual([]);
  const { metrics } = await send(...[...REFUSED, ...TAKEN].map((name, i) => wire({ [name]: 1 }, i + 1)));
  expect(metrics().toSorted()).toEqual(TAKEN.toSorted());
});

test("the rest of its event and of its batch is stored, and the training goes on", async () => {
  const { answer, metrics } = await send(
    wire({ loss: 1 }, 1),
    wire({ loss: 2, "lo\u200bss": 2, reward: 2 }, 2),
    wire({ loss: 3 }, 3),
  );
  expect(answer).toMatchObject({ status: 200, body: { ackSeq: 3, command: { kind: "continue" } } });
  expect(metrics().toSorted()).toEqual(["loss", "reward"]);
});

test("the run page says it once for each name, with the name written out", async () => {
  const { notes } = await send(
    wire({ loss: 1, "lo\u200bss": 1 }, 1),
    wire({ loss: 2, "lo\u200bss": 2 }, 2),
    wire({ "re\nward": 3 }, 3),
  );
  expect(notes.map(({ level, message }) => [level, message])).toEqual([
    [
      "warning",
      expect.stringMatching(/^A metric of this trainer is not stored, .*"lo\\u\{200b\}ss" .*U\+200B/),
    ],
    ["warning", expect.stringMatching(/^A metric of this trainer is not stored, .*"re\\nward" .*U\+000A/)],
  ]);
});

test("a name that changes with every step does not fill the page", async () => {
  const events = Array.from({ length: 100 }, (_, i) => wire({ [`a\n${i}`]: 1, loss: 1 }, i));
  const { notes } = await send(...events);
  expect(notes).toHaveLength(10);
  expect(notes.at(-1)?.message).toContain("Further ones are not named.");
});
