import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stream } from "../../workers/math/rng.ts";
import { startServer } from "../chaos/server-process.ts";
import { sendRest, startClient, type Client, type Said } from "./clients.ts";
import { createFaultProxy, type FaultProxy, type Network } from "./fault-proxy.ts";
import { prepareForClients, withHome } from "./prepare.ts";
import { readStored, type StoredRows } from "./stored.ts";

/** What became of one client. */
export interface Outcome extends Said, StoredRows {
  client: string;
  cuts: number;
  happened: FaultProxy["happened"];
}

export interface FaultyWorld {
  /** Resolves when all clients together, and each of them its share, have been cut so often since the world began. */
  cutTo(all: number, each: number): Promise<void>;
  /** Resolves when each client has handed over so many more rows, or says that it cannot. */
  handMore(rows: number): Promise<void>;
  /** Something happens to this share of all requests from now on. */
  disturb(share: number): void;
  turn(network: Network): Promise<void>;
  /** SIGKILL, and another server on the same data directory. */
  killServer(): Promise<void>;
  /** Lets the clients end undisturbed, stops the server in order, and reads what it has. */
  end(): Promise<Outcome[]>;
  remove(): Promise<void>;
}

const LOOK_MS = 50;

/** Clients that hand over numbered rows to a real server, each through a proxy of its own. All of them have begun. */
export async function faultyWorld(
  clients: readonly Client[],
  { seed, hurried }: { seed: number; hurried: boolean },
): Promise<FaultyWorld> {
  const scratch = mkdtempSync(join(tmpdir(), "ablab-clients-"));
  const home = join(scratch, "home");
  const { token, projectId } = prepareForClients(home);
  const stop = join(scratch, "stop");
  const spare = () => startServer(home, join(scratch, "compiled"));
  let [server, next] = [spare(), spare()];
  const proxies: FaultProxy[] = [];
  for (const i of clients.keys()) proxies.push(await createFaultProxy(stream(seed, i), () => {}));
  const open = async () => {
    const port = await server.open(proxies.map(({ host }) => host));
    if (port === null) throw new Error("The server did not open; its last words are above.");
    for (const proxy of proxies) proxy.port = port;
  };
  await open();
  const whereOf = (i: number) => ({
    url: `http://${proxies[i].host}`,
    token,
    folder: join(scratch, String(i)),
    hurried,
  });
  const started = clients.map((client, i) => {
    mkdirSync(whereOf(i).folder);
    return startClient(client, whereOf(i), stop);
  });
  // One that ends before its time fails the whole, and not only itself at the end.
  const early = Promise.race(started.map(({ ended }) => ended.then(() => new Promise<never>(() => {}))));
  early.catch(() => {});
  await Promise.all(started.map(({ begun }) => begun));

  async function until(is: () => boolean): Promise<void> {
    while (!is()) await Promise.race([early, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
  return {
    cutTo: (all, each) =>
      until(() => {
        const cuts = proxies.map((proxy) => proxy.cuts());
        return cuts.reduce((a, b) => a + b, 0) >= all && cuts.every((n) => n >= each);
      }),
    async handMore(rows) {
      const from = started.map((client) => client.handed());
      await until(() => started.every((client, i) => client.handed() >= from[i] + rows));
    },
    disturb(share) {
      for (const proxy of proxies) proxy.share = share;
    },
    async turn(network) {
      await Promise.all(proxies.map((proxy) => proxy.turn(network)));
    },
    async killServer() {
      for (const proxy of proxies) proxy.port = null;
      if (!(await server.kill())) throw new Error("The server ended by itself; its last words are above.");
      [server, next] = [next, spare()];
      await open();
    },
    async end() {
      for (const proxy of proxies) proxy.share = 0;
      writeFileSync(stop, "");
      const said = await Promise.all(started.map(({ ended }) => ended));
      for (const [i, client] of clients.entries()) {
        const rest = await sendRest(client, whereOf(i));
        if (rest !== null) console.info(`${client.name} sent its rest after its end: ${rest}`);
      }
      const code = await server.close();
      if (code !== 0) throw new Error(`The orderly stop of the server ended with ${code}.`);
      const stored = withHome(home, ({ db }) =>
        clients.map(({ name }, i) =>
          readStored(db, { projectId, place: name, sent: said[i].handed + said[i].raised.length }),
        ),
      );
      return clients.map(({ name }, i) => ({
        client: name,
        cuts: proxies[i].cuts(),
        happened: proxies[i].happened,
        ...said[i],
        ...stored[i],
      }));
    },
    async remove() {
      await Promise.all([server.kill(), next.kill(), ...proxies.map((proxy) => proxy.close())]);
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
