import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import type { ServiceContext } from "../../services/context.ts";
import { externalVerbs } from "../../services/external/make-verbs.ts";
import { tableOfValues } from "../../services/external/testing.ts";
import { createToken, ingestActorOf } from "../../services/external/tokens.ts";
import type { KeyAccess } from "../../contracts/external/ingest-token.ts";
import { makeWorld, type World } from "../../services/testing.ts";
import { ADAPTERS, adapterOf } from "../../adapters/index.ts";
import type { FairTurns } from "../connections/fair-turns.ts";
import { createAdapterRoute } from "../adapter-route.ts";
import { createReading } from "./handler.ts";

/** Verbs and key of a new token. */
export function keyOf({ ctx, as }: World, access: KeyAccess, project?: string) {
  const { token } = createToken(ctx, { name: access, access, project });
  const actor = ingestActorOf(ctx, token);
  if (!actor) throw new Error("the token opens nothing");
  return { token, actor, verbs: externalVerbs(as(actor)) };
}

/** Two seeds of one configuration and one of another, with numbers, completions, an evaluation and a file; the run of each. */
export function fillBench(verbs: ExternalVerbs): string[] {
  return [
    [0.1, 1],
    [0.1, 2],
    [0.2, 1],
  ].map(([lr, seed], i) => {
    const place = { experiment: "gsm8k", key: `r${i}`, name: `run ${i}` };
    const facts = { client: "wandb 0.31.0", writer: "w", resume: "allow" as const, tags: ["kl"] };
    const { runId } = verbs.open({ ...place, ...facts, config: { lr, seed } });
    const table = tableOfValues("loss", [3 - i, 2 - i, Number.NaN, 1 - i]);
    verbs.log(runId, { writer: "w", stream: "history", offset: 0, table });
    const said = {
      step: 1,
      group: "g",
      prompt: [{ role: "user", text: "2+2?" }],
      advantage: null,
      length: 3,
    };
    const rest = { truncated: false, stopReason: null, epoch: null, phase: "train" as const, extra: {} };
    verbs.keepRollouts(
      runId,
      [0, 1, 0].map((at, n) => ({
        ...said,
        ...rest,
        step: n < 2 ? 1 : 2,
        place: at,
        completion: [{ role: "assistant", text: `${4 + at}` }],
        rewards: { right: 1 - at },
        reward: 1 - at,
      })),
    );
    void verbs.keepEvaluation(runId, {
      benchmark: "aime",
      key: "aime",
      step: 3,
      final: true,
      rows: ["p1", "p2"].map((problem) => ({ problem, solved: problem === "p1", score: null, steps: null })),
    });
    void verbs.keepFile(runId, { path: "notes/a.txt", type: null, bytes: Buffer.from(`of ${i}`) });
    return runId;
  });
}

export interface ReadingServer {
  url: string;
  world: World;
  close(): void;
}

/** A real HTTP server that takes clients of others and answers what scripts read, as the caller of the key that is sent, or as a member without one. */
export async function readingServer(world: World = makeWorld(), inTurn?: FairTurns): Promise<ReadingServer> {
  const actorOf = (request: IncomingMessage): ServiceContext["actor"] => {
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? "")?.[1];
    return (token && ingestActorOf(world.ctx, token)) || world.ctx.actor;
  };
  const hosts = new Set<string>();
  const takesAdapters = createAdapterRoute(
    {
      hosts,
      cookieName: "session",
      isOpenSession: () => false,
      csrfTokenOf: () => "csrf",
      scopeOfToken(token) {
        const actor = ingestActorOf(world.ctx, token);
        return actor && { kind: "ingest", actor };
      },
      adapterOf: adapterOf(ADAPTERS),
    },
    world.ctx,
    ADAPTERS,
  );
  const handleReading = createReading(inTurn);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (takesAdapters(request, response)) return;
    handleReading(request, response, world.as(actorOf(request))).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  return {
    url: `http://127.0.0.1:${port}`,
    world,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
