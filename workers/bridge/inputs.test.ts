import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "./calls/client.ts";
import { startFakeServer } from "./fake-server.ts";
import { FakeStore } from "./fake-store.ts";
import { toyRecipe } from "./fixtures/toy-recipe.ts";
import { fetchInputs, inputsFolder } from "./inputs.ts";
import { RefusedAssignment } from "./session.ts";
import { temporaryFolder } from "./testing/world.ts";

const forever = new AbortController().signal;
const content = { kind: "checkpoint", data: "AAAA".repeat(50_000) };

async function setUp() {
  const store = new FakeStore();
  const { assignment } = store.launch({
    recipe: toyRecipe.slug,
    recipeVersion: toyRecipe.version,
    params: {},
    inputs: [{ slot: "start", kind: "checkpoint" }],
  });
  store.inputs.set(`${assignment.attemptId}/start`, content);
  const server = await startFakeServer(store);
  onTestFinished(() => server.kill());
  const home = temporaryFolder(onTestFinished);
  return { store, server, assignment, home, client: createClient(server.url) };
}

test("an input is brought into the attempt's own folder, whole or not at all", async () => {
  const { server, assignment, home, client } = await setUp();
  let answers = 0;
  server.fault = () => (["truncated", "unavailable", "garbage"] as const)[answers++] ?? null;
  expect(await fetchInputs(client, home, assignment, forever)).toBe(true);
  const folder = inputsFolder(home, assignment.attemptId);
  expect(readdirSync(folder)).toEqual(["start.json"]);
  expect(JSON.parse(readFileSync(join(folder, "start.json"), "utf8"))).toEqual(content);
  expect(statSync(join(folder, "start.json")).mode & 0o777).toBe(0o600);
  const asked = answers;
  expect(await fetchInputs(client, home, assignment, forever)).toBe(true);
  expect(answers).toBe(asked);
});

test("an input that the server does not have refuses the attempt with its sentence", async () => {
  const { store, assignment, home, client } = await setUp();
  store.inputs.clear();
  const fetching = fetchInputs(client, home, assignment, forever);
  await expect(fetching).rejects.toThrow(/checkpoint for "start": the source left nothing/);
  await expect(fetching).rejects.toBeInstanceOf(RefusedAssignment);
});
