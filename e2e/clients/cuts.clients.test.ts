import { expect, test } from "vitest";
import { cutClients, expectAllOnce, hasClients } from "./cut-clients.ts";

test.skipIf(!hasClients)(
  "what six clients handed over is stored once through 20 cuts and a server that is killed twice",
  async () => {
    const outcomes = await cutClients({ all: 20, each: 2, kills: 2 });
    expectAllOnce(outcomes);
    expect(outcomes.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThanOrEqual(20);
  },
);
