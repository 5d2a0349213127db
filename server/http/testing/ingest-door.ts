import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { INGEST_BASE, INGEST_TYPES } from "../../../workers/protocol/ingest.ts";
import { ablabAdapter } from "../../adapters/ablab/adapter.ts";
import { adapterOf } from "../../adapters/index.ts";
import { createToken } from "../../services/external/tokens.ts";
import type { World } from "../../services/testing.ts";
import { createAdapterRoute } from "../adapter-route.ts";
import type { GatePolicy } from "../gate.ts";
import { scopeOfToken } from "../home.ts";

/** The door of our own client on a port, and a client that sends through it. */
export async function openIngestDoor(world: World) {
  const { token } = createToken(world.ctx, { name: "node" });
  const dir = mkdtempSync(join(tmpdir(), "ablab-claims-"));
  for (const name of ["operator", "admission"]) writeFileSync(join(dir, name), `${name}-secret`);
  const hosts = new Set<string>();
  const policy: GatePolicy = {
    hosts,
    cookieName: "session",
    isOpenSession: () => false,
    csrfTokenOf: () => "csrf",
    scopeOfToken: scopeOfToken(world.ctx, {
      operatorTokenFile: join(dir, "operator"),
      workerTokenFile: join(dir, "admission"),
    }),
    adapterOf: adapterOf([ablabAdapter]),
  };
  const takes = createAdapterRoute(policy, world.ctx, [ablabAdapter]);
  const server = createServer((request, response) => {
    if (!takes(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  const base = `http://127.0.0.1:${port}${INGEST_BASE}`;
  const send = (
    verb: string,
    body: string | Uint8Array<ArrayBuffer>,
    query: Record<string, string>,
    type: string,
  ) =>
    fetch(`${base}/${verb}?${new URLSearchParams(query).toString()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
  return {
    /** Sends bytes as they are, whatever is answered. */
    sendBytes: (verb: string, bytes: Uint8Array<ArrayBuffer>, query: Record<string, string>) =>
      send(verb, bytes, query, INGEST_TYPES.bytes),
    async post(verb: string, body: object, query: Record<string, string> = {}) {
      const answer = await send(verb, JSON.stringify(body), query, INGEST_TYPES.json);
      expect(answer.status).toBe(200);
      return (await answer.json()) as { run: string };
    },
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true });
    },
  };
}
