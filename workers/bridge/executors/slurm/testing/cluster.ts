import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { accountsConfig, cgroupConfig, gresConfig, slurmConfig } from "./configuration.ts";

/**
 * A private Slurm cluster of three nodes on this machine: daemons of the system's packages over one folder, each node in a network
 * of its own so that its cable can be cut. Everything that is started is known by its process id, and ends with `down`.
 */

const PACKAGES = ["slurm-wlm", "munge", "slurmdbd", "mariadb-server", "slurm-wlm-basic-plugins", "iproute2"];
const PROGRAMS = ["slurmctld", "slurmd", "slurmdbd", "munged", "mariadbd", "ip", "nsenter"];
const NODES = ["n1", "n2", "n3"];
const NET = "10.77.0";
const BRIDGE = "abslbr";
const GPUS = 2;
/** Daemons of Debian lie where an ordinary PATH does not look. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export interface Cluster {
  folder: string;
  conf: string;
  /** Of this machine, as nodes reach it. */
  address: string;
}

const netOf = (node: string) => `absl-${node}`;
const addressOf = (node: string) => `${NET}.${10 + NODES.indexOf(node) + 1}`;
const hasProgram = (name: string) => PATH.split(":").some((folder) => existsSync(join(folder, name)));

function run(program: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(program, args, {
    env: { ...process.env, PATH, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const tries = (program: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(program, args, { env: { ...process.env, PATH, ...env }, stdio: "ignore" }).status === 0;

async function until(what: string, look: () => boolean): Promise<void> {
  for (let k = 0; k < 600; k++) {
    if (look()) return;
    await wait(200);
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Why there can be no cluster here, as one sentence; null where there can. Installs what Debian has. */
export function missing(): string | null {
  if (process.platform !== "linux" || userInfo().uid !== 0) return "A private cluster needs Linux and root.";
  if (!PROGRAMS.every(hasProgram) && hasProgram("apt-get"))
    tries(
      "apt-get",
      ["-o", "DPkg::Lock::Timeout=-1", "install", "-y", "--no-install-recommends", ...PACKAGES],
      {
        DEBIAN_FRONTEND: "noninteractive",
      },
    );
  const lacks = PROGRAMS.filter((name) => !hasProgram(name));
  if (lacks.length > 0) return `Slurm cannot be installed here: ${lacks.join(", ")} is missing.`;
  return tries("ip", ["netns", "list"]) ? null : "This machine gives no networks of their own to processes.";
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function openNetworks(): void {
  run("ip", ["link", "add", BRIDGE, "type", "bridge"]);
  run("ip", ["addr", "add", `${NET}.1/24`, "dev", BRIDGE]);
  run("ip", ["link", "set", BRIDGE, "up"]);
  for (const node of NODES) {
    const net = netOf(node);
    run("ip", ["netns", "add", net]);
    run("ip", ["link", "add", net, "type", "veth", "peer", "name", "eth0", "netns", net]);
    run("ip", ["link", "set", net, "master", BRIDGE, "up"]);
    run("ip", ["-n", net, "addr", "add", `${addressOf(node)}/24`, "dev", "eth0"]);
    run("ip", ["-n", net, "link", "set", "eth0", "up"]);
    run("ip", ["-n", net, "link", "set", "lo", "up"]);
  }
}

function closeNetworks(): void {
  for (const node of NODES) tries("ip", ["netns", "del", netOf(node)]);
  tries("ip", ["link", "del", BRIDGE]);
}

/** A node's daemon, in its network. Not by `ip netns exec`, which hides the control groups that it needs. */
const startNode = ({ conf }: Cluster, node: string) =>
  run("nsenter", [`--net=/run/netns/${netOf(node)}`, "slurmd", "-N", node, "-f", conf], { SLURM_CONF: conf });

export const startController = ({ conf }: Cluster) => run("slurmctld", ["-f", conf], { SLURM_CONF: conf });

const pidIn = (path: string): number => (existsSync(path) ? Number(readFileSync(path, "utf8")) : 0);

/** As a machine that loses its power. */
export const killController = ({ folder }: Cluster) =>
  process.kill(pidIn(join(folder, "slurmctld.pid")), "SIGKILL");

export const cutCable = (node: string) => run("ip", ["link", "set", netOf(node), "down"]);
export const mendCable = (node: string) => run("ip", ["link", "set", netOf(node), "up"]);

/** Ends a process that this cluster started, and nothing that has got its number since. */
async function end(pid: number): Promise<void> {
  const isOurs = () =>
    pid > 0 &&
    existsSync(`/proc/${pid}/comm`) &&
    /slurm|munge|maria/.test(readFileSync(`/proc/${pid}/comm`, "utf8"));
  for (const signal of ["SIGTERM", "SIGKILL"] as const)
    for (let k = 0; k < 50 && isOurs(); k++) {
      if (k === 0) process.kill(pid, signal);
      await wait(100);
    }
}

/** Step daemons outlive their node's daemon, and jobs outlive those: all of them carry the configuration of this cluster. */
function endSteps({ conf }: Cluster): void {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      const isStep = readFileSync(`/proc/${name}/comm`, "utf8").trim() === "slurmstepd";
      const isOfCluster = environment.includes(`SLURM_CONF=${conf}`);
      if (isOfCluster && (isStep || environment.some((one) => one.startsWith("SLURM_JOB_ID="))))
        process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function startAccounts(cluster: Cluster, ports: { accounts: number; database: number }): Promise<void> {
  const { folder, conf } = cluster;
  const data = join(folder, "db");
  const socket = join(folder, "run", "db.sock");
  run("mariadb-install-db", [
    "--no-defaults",
    `--datadir=${data}`,
    "--user=root",
    "--auth-root-authentication-method=normal",
  ]);
  spawn(
    "mariadbd",
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--user=root",
      `--socket=${socket}`,
      "--bind-address=127.0.0.1",
      `--port=${ports.database}`,
      `--pid-file=${join(folder, "mariadb.pid")}`,
      "--innodb-buffer-pool-size=64M",
    ],
    { env: { ...process.env, PATH }, stdio: "ignore", detached: true },
  ).unref();
  const sql = (text: string) => ["--no-defaults", "-S", socket, "-u", "root", "-e", text];
  await until("the database of accounts", () => tries("mariadb", sql("select 1")));
  run(
    "mariadb",
    sql("create user slurm@localhost identified by 'private'; grant all on slurm.* to slurm@localhost"),
  );
  run(
    "mariadb",
    sql("create user slurm@'127.0.0.1' identified by 'private'; grant all on slurm.* to slurm@'127.0.0.1'"),
  );
  writeFileSync(join(folder, "slurmdbd.conf"), accountsConfig({ folder, ...ports }), { mode: 0o600 });
  run("slurmdbd", [], { SLURM_CONF: conf });
  const env = { SLURM_CONF: conf };
  await until("the accounts", () => tries("sacctmgr", ["-n", "list", "cluster"], env));
  const add = (...words: string[]) => run("sacctmgr", ["-i", "add", ...words], env);
  add("cluster", "ablab");
  add("qos", "one", "MaxJobsPerUser=1");
  add("account", "lab");
  add("user", userInfo().username, "account=lab", "qos=normal,one", "defaultqos=normal");
}

/** Starts it and waits until all of its nodes are idle. */
export async function up(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "absl-"));
  const cluster = { folder, conf: join(folder, "slurm.conf"), address: `${NET}.1` };
  for (const name of ["state", "log", "munge", "dev", "run", ...NODES.map((node) => `spool/${node}`)])
    mkdirSync(join(folder, name), { recursive: true, mode: name === "run" ? 0o700 : 0o755 });
  execFileSync("chmod", ["755", folder]);
  try {
    const [controller, accounts, database] = [await freePort(), await freePort(), await freePort()];
    const nodes: { name: string; address: string; port: number }[] = [];
    for (const name of NODES) nodes.push({ name, address: addressOf(name), port: await freePort() });
    const devices = nodes.flatMap(({ name }) =>
      Array.from({ length: GPUS }, (_, k) => join(folder, "dev", `${name}-nvidia${k}`)),
    );
    // Character devices like those of a driver; behind them is nothing.
    for (const device of devices) run("mknod", [device, "c", "1", "3"]);
    writeFileSync(join(folder, "gres.conf"), gresConfig(folder, NODES, GPUS));
    writeFileSync(
      cluster.conf,
      slurmConfig({
        folder,
        host: hostname().split(".")[0],
        address: `${NET}.1`,
        controller,
        accounts,
        nodes,
        gpus: GPUS,
      }),
    );
    const isNew = existsSync("/sys/fs/cgroup/cgroup.controllers");
    writeFileSync(join(folder, "cgroup.conf"), cgroupConfig(isNew ? "v2" : "v1"));
    writeFileSync(join(folder, "munge", "key"), randomBytes(1024), { mode: 0o400 });
    openNetworks();
    const munge = ["socket=sock", "key-file=key", "pid-file=pid", "seed-file=seed", "log-file=log"];
    run(
      "munged",
      munge.map((option) => `--${option.replace("=", `=${join(folder, "munge")}/`)}`),
    );
    await startAccounts(cluster, { accounts, database });
    startController(cluster);
    const env = { SLURM_CONF: cluster.conf };
    await until("the controller", () => tries("scontrol", ["ping"], env));
    for (const node of NODES) startNode(cluster, node);
    await until(
      "three idle nodes",
      () => run("sinfo", ["-h", "-p", "main", "-t", "idle", "-o", "%D"], env).trim() === "3",
    );
    return cluster;
  } catch (error) {
    const log = join(folder, "log", "slurmctld.log");
    if (existsSync(log)) console.error(readFileSync(log, "utf8").split("\n").slice(-5).join("\n"));
    await down(cluster);
    throw error;
  }
}

export async function down(cluster: Cluster): Promise<void> {
  const { folder, conf } = cluster;
  spawnSync("scancel", [`--user=${userInfo().username}`], {
    env: { ...process.env, PATH, SLURM_CONF: conf },
    timeout: 120_000,
  });
  const files = [
    ...NODES.map((node) => `slurmd.${node}.pid`),
    "slurmctld.pid",
    "slurmdbd.pid",
    "mariadb.pid",
    "munge/pid",
  ];
  for (const name of files) await end(pidIn(join(folder, name)));
  endSteps(cluster);
  closeNetworks();
  rmSync(folder, { recursive: true, force: true });
}
