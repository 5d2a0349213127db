import { expect, test } from "vitest";
import { PLAYERS } from "../../lab/env/players.ts";
import { PLAYER_TITLES } from "./manifest.ts";

test("the form offers exactly the players that there are", () => {
  expect(Object.keys(PLAYER_TITLES)).toEqual(Object.keys(PLAYERS));
});
