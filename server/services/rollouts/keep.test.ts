import { expect, test, vi } from "vitest";
import { FULL_BLOCK } from "#db/rollouts/pack-texts.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { getRun } from "../runs/get.ts";
import { rolloutGroup, rolloutText } from "./group.ts";
import { rolloutStep, rolloutSteps } from "./steps.ts";
import { rollout, rolloutWorld } from "./testing.ts";

type World = ReturnType<typeof rolloutWorld>;

const at = (world: World, step = 1) => ({ runId: world.runId, phase: "train" as const, step });
const textOf = (
  world: World,
  place: number | null,
  more: { step?: number; key?: string; page?: number } = {},
) =>
  rolloutText(world.ctx, {
    ...at(world, more.step),
    key: more.key ?? "six-seven",
    place,
    page: more.page ?? 0,
  });
const groupOf = (world: World, key = "six-seven") => rolloutGroup(world.ctx, { ...at(world), key });
const blocks = (world: World) =>
  world.db.$client.prepare("select count(*) from rollout_blocks").pluck().get();

test("a group is read as it was sent: texts by turn, rewards by function, other columns", () => {
  const world = rolloutWorld();
  const completion = [
    { role: "solver", text: "6 × 7\n= ?", reward: 0 },
    { role: "tool", text: "" },
    { role: "solver", text: "Ответ 42 🦓", reward: 0.25 },
  ];
  world.keep(
    rollout({
      completion,
      reward: 1.25,
      rewards: { correct: 1, format: 0.25, broken: Number.NaN },
      advantage: -0.5,
      length: 12,
      truncated: false,
      stopReason: "eos",
      epoch: 0.5,
      extra: { answer: "42" },
    }),
    rollout({ place: 1, reward: 0 }),
  );
  const group = groupOf(world);
  expect(group).toMatchObject({
    n: 2,
    mean: 0.625,
    parts: ["correct", "format", "broken"],
    columns: ["answer"],
  });
  expect(group.completions[0]).toMatchObject({
    reward: 1.25,
    rewards: { correct: 1, format: 0.25, broken: "NaN" },
    advantage: -0.5,
    length: 12,
    truncated: false,
    stopReason: "eos",
    epoch: 0.5,
    extra: { answer: "42" },
    turns: 3,
    cutFrom: null,
  });
  expect(textOf(world, 0)?.turns.map(({ role, text, reward }) => [role, text, reward])).toEqual([
    ["solver", "6 × 7\n= ?", 0],
    ["tool", "", null],
    ["solver", "Ответ 42 🦓", 0.25],
  ]);
  expect(textOf(world, null)?.turns[0].text).toBe("What is 6 times 7?");
});

test("what is sent again as it is changes nothing, and what is sent otherwise takes its place", () => {
  const world = rolloutWorld();
  const first = [rollout(), rollout({ place: 1, reward: 0, says: "It is 41." })];
  expect(world.keep(...first)).toEqual({ added: 2, same: 0, replaced: 0 });
  expect(world.keep(...first)).toEqual({ added: 0, same: 2, replaced: 0 });
  expect(world.keep(rollout({ place: 1, reward: 1, says: "It is 42, of course." }))).toEqual({
    added: 0,
    same: 0,
    replaced: 1,
  });
  expect(groupOf(world)).toMatchObject({ n: 2, mean: 1, sd: 0 });
  expect(textOf(world, 1)?.turns[0].text).toBe("It is 42, of course.");
});

test("a batch that names one place twice keeps the later one", () => {
  const world = rolloutWorld();
  world.keep(rollout({ says: "first" }), rollout({ says: "second" }));
  expect(textOf(world, 0)?.turns[0].text).toBe("second");
});

test("texts sent one at a time share blocks as texts sent together do", () => {
  const world = rolloutWorld();
  const says = "One of many sentences that are much alike. ".repeat(90);
  for (let step = 0; step < 60; step++) world.keep(rollout({ step, says: `${says}${step}` }));
  expect(blocks(world)).toBe(Math.ceil((60 * says.length) / FULL_BLOCK));
  for (const step of [0, 31, 59])
    expect(textOf(world, 0, { step })?.chars).toBe(says.length + String(step).length);
});

test("a block goes with the last text that lay in it", () => {
  const world = rolloutWorld();
  const long = (letter: string) => letter.repeat(FULL_BLOCK);
  world.keep(rollout({ says: long("a"), prompt: [] }));
  expect(blocks(world)).toBe(1);
  world.keep(rollout({ says: long("b"), prompt: [] }));
  expect(blocks(world)).toBe(1);
  expect(textOf(world, 0)?.turns[0].text[0]).toBe("b");
});

test("a block that still grows counts the texts that are pointed at, and goes with them as well", () => {
  const world = rolloutWorld();
  const live = () => world.db.$client.prepare("select live from rollout_blocks").pluck().all();
  world.keep(rollout({ prompt: [] }), rollout({ place: 1, prompt: [] }));
  world.keep(rollout({ says: "other", prompt: [] }));
  expect(live()).toEqual([2]);
});

test("a prompt is stored once however often it is drawn", () => {
  const world = rolloutWorld();
  for (let step = 0; step < 5; step++) world.keep(rollout({ step }));
  expect(world.db.$client.prepare("select count(*) from rollout_prompts").pluck().get()).toBe(1);
});

test("a text above the limit is cut between two characters, marked, and the run page says so once", () => {
  const world = rolloutWorld();
  const says = "ж".repeat(ROLLOUT_LIMITS.textBytes);
  world.keep(
    rollout({
      completion: [
        { role: "a", text: "x" },
        { role: "b", text: says },
        { role: "c", text: "gone" },
      ],
    }),
  );
  world.keep(rollout({ place: 1, says }));
  const page = textOf(world, 0);
  expect(page?.cutFrom).toBe(Buffer.byteLength(says) + 7);
  expect(page?.chars).toBe(1 + Math.floor((ROLLOUT_LIMITS.textBytes - 2) / 2));
  expect(textOf(world, 0, { page: (page?.pages ?? 0) - 1 })?.turns[0].text).toMatch(/^ж+$/);
  const notes = getRun(world.ctx, world.runId).notes.map(({ message }) => message);
  expect(notes).toEqual([expect.stringMatching(/^A completion of more than 1\.00\sMiB is cut there/)]);
});

test("a long text is read by page, each character on one of them, and no character is parted", () => {
  const world = rolloutWorld();
  // A page ends in the middle of a character of two halves.
  const texts = [`a${"🦓".repeat(ROLLOUT_LIMITS.page)}`, "", "end"];
  world.keep(rollout({ completion: texts.map((text) => ({ role: "assistant", text })) }));
  const first = textOf(world, 0)!;
  const pages = Array.from({ length: first.pages }, (_, page) => textOf(world, 0, { page })!);
  const read = pages.flatMap(({ turns }) => turns);
  for (const [i, text] of texts.entries())
    expect(
      read
        .filter(({ n }) => n === i + 1)
        .map((turn) => turn.text)
        .join(""),
    ).toBe(text);
  expect(pages.every(({ turns }) => turns.every(({ text }) => text.isWellFormed()))).toBe(true);
  expect(textOf(world, 0, { page: 999 })?.page).toBe(first.pages - 1);
});

test("a reward that is not a number is said as it came and is in no mean", () => {
  const world = rolloutWorld();
  world.keep(
    rollout({ reward: Number.NaN, advantage: Number.NaN }),
    rollout({ place: 1, reward: Infinity }),
    rollout({ place: 2, reward: 3 }),
    rollout({ place: 3, reward: null }),
  );
  expect(groupOf(world).completions.map(({ reward }) => reward)).toEqual(["NaN", "Infinity", 3, null]);
  expect(groupOf(world).completions[0].advantage).toBe("NaN");
  expect(groupOf(world)).toMatchObject({ n: 4, mean: 3, sd: null });
  expect(rolloutSteps(world.ctx, world.runId)[0]).toMatchObject({ n: 4, mean: 3 });
});

test("parts without a whole are summed, and it is said that they were", () => {
  const world = rolloutWorld();
  world.keep(
    rollout({ reward: null, rewards: { correct: 1, format: 0.5, tool: null } }),
    rollout({ place: 1, reward: null, rewards: { correct: 2 } }),
  );
  expect(groupOf(world).completions.map(({ reward, summed }) => [reward, summed])).toEqual([
    [1.5, true],
    [2, false],
  ]);
  expect(rolloutStep(world.ctx, { ...at(world), order: "spread", page: 0 })?.summed).toBe(1);
});

test("what has no whole step and place is left out, and the run page says so", () => {
  const world = rolloutWorld();
  expect(world.keep(rollout({ step: 1.5 }), rollout({ place: -1 }), rollout())).toMatchObject({ added: 1 });
  expect(getRun(world.ctx, world.runId).notes[0].message).toBe(
    "Completions without a whole step and a place from 0 are left out: 2 completions at first.",
  );
});

test("a key without end is cut and still tells two groups apart", () => {
  const world = rolloutWorld();
  const long = "k".repeat(5000);
  world.keep(rollout({ group: `${long}a` }), rollout({ group: `${long}b` }));
  const step = rolloutStep(world.ctx, { ...at(world), order: "key", page: 0 })!;
  expect(step.total).toBe(2);
  expect(groupOf(world, step.groups[0].key).n).toBe(1);
});

test("columns, turns and values beyond the limits do not grow without end", () => {
  const world = rolloutWorld();
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`c${i}`, "v".repeat(10_000)]));
  const turns = Array.from({ length: 5000 }, (_, i) => ({ role: "tool", text: String(i) }));
  world.keep(rollout({ extra: many, completion: turns }));
  const [completion] = groupOf(world).completions;
  expect(Object.keys(completion.extra)).toHaveLength(ROLLOUT_LIMITS.columns);
  expect(completion.extra.c0).toHaveLength(ROLLOUT_LIMITS.value);
  expect(completion.turns).toBe(ROLLOUT_LIMITS.turns);
  expect(textOf(world, 0, { page: 999 })?.turns.at(-1)?.text).toMatch(/tool: 4999$/);
});

test("many groups take no more statements to be made than few: what one takes outlives a batch", () => {
  const made = (groups: number) => {
    const world = rolloutWorld();
    const { $client } = world.db;
    const prepare = vi.spyOn($client, "prepare");
    world.keep(...Array.from({ length: groups }, (_, i) => rollout({ group: `g${i}`, asks: `${i}?` })));
    const { length } = prepare.mock.calls;
    prepare.mockRestore();
    return length;
  };
  expect(made(80)).toBe(made(10));
});
