import { expect, test } from "vitest";
import { cutClients, expectAllOnce, hasClients } from "./cut-clients.ts";

test.skipIf(!hasClients)(
  "what six clients handed over is stored once through 200 cuts and a server that is killed 20 times",
  async () => {
    const outcomes = await cutClients({ all: 200, each: 10, kills: 20 });
    expectAllOnce(outcomes);
    expect(outcomes.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThanOrEqual(200);
  },
);
