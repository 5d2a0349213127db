import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ServiceContext } from "../../services/context.ts";
import { ADAPTERS, adapterOf } from "../../adapters/index.ts";
import { decide, type GatePolicy } from "../gate.ts";
import { scopeOfToken } from "../home.ts";
import { createAdapterRoute } from "../adapter-route.ts";
import { handleWorker } from "../worker-handler.ts";

/** The way in that workers and what trains under them have, and nobody else. */
export interface WorkerDoor {
  /** What a worker is started with to come in. */
  args: string[];
  close(): void;
}

/** Opens it behind the real gate, on a port of its own of an address of this machine; its tokens lie in `home`. */
export async function openWorkerDoor(
  ctx: ServiceContext,
  home: string,
  address = "127.0.0.1",
): Promise<WorkerDoor> {
  for (const name of ["operator", "worker"])
    writeFileSync(join(home, name), `${name}-secret`.padEnd(43, "x"));
  const hosts = new Set<string>();
  const files = { operatorTokenFile: join(home, "operator"), workerTokenFile: join(home, "worker") };
  const policy: GatePolicy = {
    hosts,
    cookieName: "none",
    isOpenSession: () => false,
    csrfTokenOf: () => "",
    scopeOfToken: scopeOfToken(ctx, files),
    adapterOf: adapterOf(ADAPTERS),
  };
  const takesAdapters = createAdapterRoute(policy, ctx, ADAPTERS);
  const server = createServer((request, response) => {
    if (takesAdapters(request, response)) return;
    const { method = "", url = "", headers, rawHeaders } = request;
    const decision = decide({ method, url, headers, rawHeaders, upgrade: false }, policy);
    const scope = decision.kind === "allow" ? decision.scope : null;
    const isOfWorker =
      scope?.kind === "worker-admission" || scope?.kind === "worker" || scope?.kind === "attempt";
    if (!isOfWorker) return void response.writeHead(403).end("{}");
    void handleWorker(request, response, ctx, scope);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`${address}:${port}`);
  return {
    args: ["--server", `http://${address}:${port}`, "--token-file", files.workerTokenFile],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
