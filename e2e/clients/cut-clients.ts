import { expect } from "vitest";
import { stream } from "../../workers/math/rng.ts";
import { sixClients } from "./clients.ts";
import { faultyWorld, type FaultyWorld, type Outcome } from "./faulty-world.ts";

/** Those of the six that this machine has; that one is missing is said where it is looked for. */
const CLIENTS = sixClients().filter(({ python }) => python !== null);
export const hasClients = CLIENTS.length > 0;

/** Given to run a failure again; the long tests draw another one each time. */
export const seed = Number(process.env.CLIENT_SEED ?? process.env.PROPERTY_SEED ?? 7);

const SHARE = 0.4;

/** Cuts so many requests of all clients together and so many of each, with a kill of the server now and then. */
export async function cutClients({
  all,
  each,
  kills,
}: {
  all: number;
  each: number;
  kills: number;
}): Promise<Outcome[]> {
  return withClients({ hurried: true }, async (world) => {
    const random = stream(seed, CLIENTS.length);
    world.disturb(SHARE);
    for (let kill = 0; kill < kills; kill++) {
      const done = (kill + random()) / kills;
      await world.cutTo(Math.floor(all * done), Math.floor(each * done));
      await world.killServer();
    }
    await world.cutTo(all, each);
  });
}

/** Starts all clients, lets `trouble` make theirs, and reads what became of each; prints it. */
export async function withClients(
  { hurried }: { hurried: boolean },
  trouble: (world: FaultyWorld) => Promise<void>,
): Promise<Outcome[]> {
  console.info(`Clients of seed ${seed}. Again with CLIENT_SEED=${seed}.`);
  const world = await faultyWorld(CLIENTS, { seed, hurried });
  try {
    await trouble(world);
    const outcomes = await world.end();
    for (const { client, cuts, handed, raised, missing, longest, ending, why } of outcomes)
      console.info(
        `${client}: ${cuts} cuts, ${handed} rows handed over, ${raised.length} calls raised, ${missing.length} rows missing, longest call ${longest.toFixed(2)} s, end ${ending.toFixed(1)} s${why.length > 0 ? `; ${why[0]}` : ""}`,
      );
    return outcomes;
  } finally {
    await world.remove();
  }
}

/** What every client is promised: what it handed over stands there once. Rows whose call raised may be there or not. */
export function expectAllOnce(outcomes: readonly Outcome[]): void {
  const broken = outcomes.map(({ client, raised, missing, findings }) => ({
    client,
    missing: missing.filter((row) => !raised.includes(row)),
    findings,
  }));
  expect(broken).toEqual(outcomes.map(({ client }) => ({ client, missing: [], findings: [] })));
}
