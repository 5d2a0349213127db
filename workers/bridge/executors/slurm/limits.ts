import type { Partition } from "../../../protocol/executors/engine.ts";

/** What `scontrol -o show partition` and `scontrol -o show node` say may be asked for. Pure. */

/** "Name=value Name=value": values may hold blanks, names never do. */
export function fieldsOf(line: string): Map<string, string> {
  const fields = new Map<string, string>();
  const found = [...line.matchAll(/(?:^|\s)([A-Za-z][A-Za-z0-9_:/]*)=/g)];
  found.forEach((match, i) => {
    const from = match.index + match[0].length;
    fields.set(match[1], line.slice(from, found[i + 1]?.index).trim());
  });
  return fields;
}

/** "7-00:00:00", "1:30:00" or "30:00" in seconds; null where there is no limit. */
export function secondsOf(text: string | undefined): number | null {
  const found = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)$/.exec(text ?? "");
  if (!found) return null;
  const [, days = "0", hours = "0", minutes, seconds] = found;
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** "gpu:a100:4(S:0-1),gpu:2" or "gres/gpu=2" -> how many of each kind; "" is a GPU without a kind. */
function gpusOf(text: string | undefined): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const part of (text ?? "").replaceAll(/\([^)]*\)/g, "").split(",")) {
    const found = /^(?:gres\/)?gpu(?::([A-Za-z0-9_.-]+?))?[:=](\d+)$/.exec(part.trim());
    if (found) kinds.set(found[1] ?? "", (kinds.get(found[1] ?? "") ?? 0) + Number(found[2]));
  }
  return kinds;
}

const sumOf = (kinds: Map<string, number>) => [...kinds.values()].reduce((sum, count) => sum + count, 0);

interface Node {
  partitions: string[];
  takesJobs: boolean;
  cpus: number;
  memoryMiB: number;
  gpus: Map<string, number>;
  gpusUsed: number;
}

function nodeOf(line: string): Node {
  const fields = fieldsOf(line);
  const used = (fields.get("AllocTRES") ?? "").split(",").find((part) => part.startsWith("gres/gpu="));
  return {
    partitions: (fields.get("Partitions") ?? "").split(",").filter(Boolean),
    takesJobs: !/DOWN|DRAIN|FAIL|NOT_RESPONDING|MAINT|RESERVED|\*/.test(fields.get("State") ?? ""),
    cpus: Number(fields.get("CPUTot") ?? 0),
    memoryMiB: Number(fields.get("RealMemory") ?? 0),
    gpus: gpusOf(fields.get("Gres")),
    gpusUsed: used ? sumOf(gpusOf(used)) : 0,
  };
}

const listOf = (text: string | undefined): string[] | null =>
  text === undefined || text === "ALL" || text === "(null)" ? null : text.split(",").filter(Boolean);

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

export function readPartitions(partitionText: string, nodeText: string): Partition[] {
  const nodes = linesOf(nodeText).map(nodeOf);
  return linesOf(partitionText).flatMap((line): Partition[] => {
    const fields = fieldsOf(line);
    const name = fields.get("PartitionName");
    if (!name) return [];
    const own = nodes.filter(({ partitions }) => partitions.includes(name));
    const most = (read: (node: Node) => number) => Math.max(0, ...own.map(read)) || null;
    const open = own.filter(({ takesJobs }) => takesJobs);
    const gpusTotal = open.reduce((sum, { gpus }) => sum + sumOf(gpus), 0);
    const gpusUsed = open.reduce((sum, one) => sum + one.gpusUsed, 0);
    const memoryLimit = Number(fields.get("MaxMemPerNode"));
    return [
      {
        name,
        isDefault: fields.get("Default") === "YES",
        up: fields.get("State") === "UP",
        maxSeconds: secondsOf(fields.get("MaxTime")),
        nodes: own.length,
        cpus: most(({ cpus }) => cpus),
        memoryMiB:
          Number.isInteger(memoryLimit) && memoryLimit > 0 ? memoryLimit : most(({ memoryMiB }) => memoryMiB),
        gpus: most(({ gpus }) => sumOf(gpus)) ?? 0,
        gpuKinds: [...new Set(own.flatMap(({ gpus }) => [...gpus.keys()]))].filter(Boolean).sort(),
        gpusTotal,
        gpusFree: Math.max(0, gpusTotal - gpusUsed),
        accounts: listOf(fields.get("AllowAccounts")),
        qos: listOf(fields.get("AllowQos")),
      },
    ];
  });
}
