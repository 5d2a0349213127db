import { expect, test } from "vitest";
import { isBlockedPort, openPortAfter } from "./blocked-ports.ts";

const ALL = Array.from({ length: 65_535 }, (_, i) => i + 1);

/** What another implementation of the Fetch standard says of a port, before it connects. */
async function isRefusedByFetch(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return false;
  } catch (error) {
    const { cause } = error as { cause?: Error };
    return cause?.message === "bad port";
  }
}

test("every blocked port is one that another implementation of the standard refuses", async () => {
  const blocked = ALL.filter(isBlockedPort);
  const refused = await Promise.all(blocked.map(isRefusedByFetch));
  expect(blocked.filter((_, i) => !refused[i])).toEqual([]);
  expect(blocked).toHaveLength(82);
});

test("other ports stay open, also the one that means any", () => {
  expect([0, 80, 443, 3000, 6006, 7330, 8080, 8888, 49_152].filter(isBlockedPort)).toEqual([]);
});

test("a port beside a run of blocked ones is offered", () => {
  expect([6665, 4190, 7330].map(openPortAfter)).toEqual([6670, 4191, 7331]);
});
