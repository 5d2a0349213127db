import { afterAll, beforeAll } from "vitest";
import type { Fault, SeenRequest } from "../fake-server.ts";
import type { FakeAttempt } from "../fake-store.ts";
import { launchToy, openWorld } from "./world.ts";
import type { ToyWorker, World } from "./world.ts";

export interface SharedWorld {
  world: () => World;
  worker: () => ToyWorker;
  launch: (params: Parameters<typeof launchToy>[1]) => FakeAttempt;
  /** Adds a fault for the requests of one attempt. */
  faultOn: (attempt: FakeAttempt, fault: (request: SeenRequest) => Fault | null) => void;
}

/** One server and one worker with room for all tests of a file, each of which looks at runs of its own only. */
export function shareWorld(): SharedWorld {
  let world: World | undefined;
  let worker: ToyWorker | undefined;
  const ends: (() => void | Promise<void>)[] = [];
  const faults = new Map<string, (request: SeenRequest) => Fault | null>();

  const opened = () => {
    if (!world || !worker) throw new Error("the shared world opens before the first test");
    return { world, worker };
  };

  beforeAll(async () => {
    world = await openWorld((end) => ends.push(end), { ladder: { sigintMs: 250, sigtermMs: 150 } });
    world.server.fault = (request) => faults.get(request.attemptId ?? "")?.(request) ?? null;
    worker = world.work({ slots: 64 });
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  return {
    world: () => opened().world,
    worker: () => opened().worker,
    launch: (params) => launchToy(opened().world.store, params),
    faultOn: ({ assignment }, fault) => faults.set(assignment.attemptId, fault),
  };
}
