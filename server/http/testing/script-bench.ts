import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scopeOfToken } from "../home.ts";
import { decide, type GatePolicy } from "../gate.ts";
import { createWireRoute } from "../wire-route.ts";
import { handleWorker } from "../worker-handler.ts";
import { makeWorld, type World } from "../../services/testing.ts";
import { WIRES, wireOf } from "../../wires/index.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** A bench in memory behind a real server, with a real worker that offers scripts. */
export interface ScriptBench {
  world: World;
  worker: ChildProcess;
  /** Everything that the worker has printed. */
  said(): string;
  /** A folder that goes with the bench. */
  home: string;
  close(): Promise<void>;
}

/** `recipes` gets the folder of the bench and answers the one that the worker offers. */
export async function startScriptBench({
  recipes,
  options = [],
  env = {},
}: {
  recipes: (home: string) => string;
  options?: readonly string[];
  env?: Record<string, string>;
}): Promise<ScriptBench> {
  const home = mkdtempSync(join(tmpdir(), "ablab-script-runs-"));
  const offered = recipes(home);
  const made = makeWorld();
  const ctx = { ...made.ctx, now: Date.now };
  const world = { ...made, ctx };
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
    wireOf: wireOf(WIRES),
  };
  const takesWires = createWireRoute(policy, ctx, WIRES);
  const server = createServer((request, response) => {
    if (takesWires(request, response)) return;
    const { method = "", url = "", headers, rawHeaders } = request;
    const decision = decide({ method, url, headers, rawHeaders, upgrade: false }, policy);
    const scope = decision.kind === "allow" ? decision.scope : null;
    const isOfWorker =
      scope?.kind === "worker-admission" || scope?.kind === "worker" || scope?.kind === "attempt";
    if (!isOfWorker) return void response.writeHead(403).end("{}");
    void handleWorker(request, response, ctx, scope);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  const args = ["--server", `http://127.0.0.1:${port}`, "--token-file", files.workerTokenFile];
  const named = ["--home", join(home, "worker-home"), "--name", "lab", "--recipes", offered];
  const worker = spawn(
    process.execPath,
    [join(ROOT, "workers", "bridge", "main.ts"), ...args, ...named, ...options],
    { env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env } },
  );
  let said = "";
  worker.stdout.on("data", (chunk) => (said += String(chunk)));
  worker.stderr.on("data", (chunk) => (said += String(chunk)));
  return {
    world,
    worker,
    said: () => said,
    home,
    async close() {
      worker.kill("SIGTERM");
      await new Promise((resolve) => worker.on("close", resolve));
      server.closeAllConnections();
      server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
