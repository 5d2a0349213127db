import { setTimeout as pause } from "node:timers/promises";
import { test } from "vitest";
import { expectAllOnce, hasClients, withClients } from "./cut-clients.ts";

/** The subject of these two: clients give up by the clock. */
const GONE_MS = 60_000;

test.skipIf(!hasClients).each(["refusing", "silent"] as const)(
  "what six clients handed over is stored once where the network is %s for a minute in the middle",
  async (network) => {
    const outcomes = await withClients({ hurried: false }, async (world) => {
      await world.handMore(10);
      await world.turn(network);
      await pause(GONE_MS);
      await world.turn("there");
      await world.handMore(10);
    });
    expectAllOnce(outcomes);
  },
);
