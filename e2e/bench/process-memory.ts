import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Role = "server" | "bridge" | "supervisor" | "trainer";

/** Resident memory of a process in MiB: the most it ever had (`VmHWM`) or what it has (`VmRSS`). Null when it is gone. */
export function memoryOf(pid: number, field: "VmHWM" | "VmRSS"): number | null {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(
      readFileSync(`/proc/${pid}/status`, "utf8"),
    );
    return found ? Number(found[1]) / 1024 : null;
  } catch {
    return null;
  }
}

function recordIn(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The processes of a bench, from the records it keeps in its data directory. */
function processesOf(home: string): [Role, number][] {
  const found: [Role, unknown][] = [
    ["server", recordIn(join(home, "server.json")).pid],
    ["bridge", recordIn(join(home, "worker.json")).pid],
  ];
  let attempts: string[] = [];
  try {
    attempts = readdirSync(join(home, "runs"));
  } catch {
    // Not made yet.
  }
  for (const attempt of attempts) {
    const start = recordIn(join(home, "runs", attempt, "start.json"));
    found.push(["trainer", start.pid], ["supervisor", start.supervisorPid]);
  }
  return found.filter((entry): entry is [Role, number] => typeof entry[1] === "number");
}

/** Watches the memory of a bench's processes until `stop`, which answers the largest value of each kind in MiB. */
export function watchMemory(home: string): { stop(): Record<Role, number> } {
  const peak: Record<Role, number> = { server: 0, bridge: 0, supervisor: 0, trainer: 0 };
  const look = () => {
    for (const [role, pid] of processesOf(home))
      peak[role] = Math.max(peak[role], memoryOf(pid, "VmHWM") ?? 0);
  };
  const timer = setInterval(look, 100);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
