import { describe, expect, test } from "vitest";
import { EXIT_REASONS } from "../../workers/protocol/exit.ts";
import {
  isEnded,
  isLive,
  nextState,
  RUN_STATES,
  stateOfExit,
  type LifecycleEvent,
  type RunState,
} from "./run-lifecycle.ts";

const ended = (reason: (typeof EXIT_REASONS)[number], code: number | null = 1): LifecycleEvent => ({
  kind: "ended",
  exit: { reason, code, signal: null },
});

/** Every event against every state: the whole table, with "-" where nothing happens. */
const TABLE: [string, LifecycleEvent, Partial<Record<RunState, RunState>>][] = [
  ["claimed", { kind: "claimed" }, { queued: "starting" }],
  ["started", { kind: "started" }, { starting: "running", unreachable: "running" }],
  ["stop asked", { kind: "stop_asked" }, { queued: "killed", starting: "stopping", running: "stopping" }],
  [
    "silent",
    { kind: "silent" },
    { starting: "unreachable", running: "unreachable", stopping: "unreachable" },
  ],
  [
    "heard, running before",
    { kind: "heard", stopAsked: false, processStarted: true },
    { unreachable: "running" },
  ],
  [
    "heard, no process before",
    { kind: "heard", stopAsked: false, processStarted: false },
    { unreachable: "starting" },
  ],
  [
    "heard, stop asked before",
    { kind: "heard", stopAsked: true, processStarted: true },
    { unreachable: "stopping" },
  ],
  [
    "ended well",
    ended("ok", 0),
    {
      queued: "finished",
      starting: "finished",
      running: "finished",
      stopping: "finished",
      unreachable: "finished",
    },
  ],
];

describe.each(TABLE)("%s", (_name, event, expected) => {
  test.each(RUN_STATES.map((state) => [state]))("from %s", (state) => {
    expect(nextState(state, event)).toBe(expected[state] ?? null);
  });
});

test("an ended state never changes again, whatever comes", () => {
  for (const state of RUN_STATES.filter(isEnded)) {
    for (const [, event] of TABLE) expect(nextState(state, event)).toBeNull();
  }
});

test("every exit reason has one final state, and only proven losses are crashes", () => {
  const states = Object.fromEntries(
    EXIT_REASONS.map((reason) => [reason, stateOfExit({ reason, code: null })]),
  );
  expect(states).toEqual({
    ok: "finished",
    error: "failed",
    stopped: "killed",
    out_of_memory: "failed",
    time_limit: "failed",
    preempted: "killed",
    refused: "failed",
    host_lost: "crashed",
    supervisor_lost: "crashed",
    dependency: "killed",
    unknown: "failed",
  });
  const lost = { reason: "supervisor_lost", code: null } as const;
  expect(stateOfExit({ ...lost, askedBy: "ada" })).toBe("killed");
  expect(stateOfExit({ ...lost, askedBy: null })).toBe("crashed");
});

test("a state is queued, live or ended, and never two of them", () => {
  for (const state of RUN_STATES)
    expect([state === "queued", isLive(state), isEnded(state)].filter(Boolean)).toHaveLength(1);
});
