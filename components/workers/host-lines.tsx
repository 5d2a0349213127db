import { Sparkline } from "#components/charts/sparkline.tsx";
import type { WorkerPage } from "#server/contracts/machine/worker-page.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeBytes, writeShare } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** Processors, memory, disk and network of the machine, each a line and what it is now. */
export function HostLines({ page: { host } }: { page: WorkerPage }) {
  const rate = (bytes: number | null) => (bytes === null ? NOT_MEASURED : `${writeBytes(bytes)}/s`);
  const of = (used: number | null, total: number | null) =>
    used === null
      ? NOT_MEASURED
      : total === null
        ? writeBytes(used)
        : `${writeBytes(used)} of ${writeBytes(total)}`;
  const { lines } = host;
  const free = host.diskFreeBytes === null ? NOT_MEASURED : `${writeBytes(host.diskFreeBytes)} free`;
  const cpus = host.cpus === null ? "" : ` of ${countOf(host.cpus, "CPU")}`;
  const rows: { name: string; values: (number | null)[]; now: string; domain?: [number, number] }[] = [
    { name: "CPU", values: lines.cpu, now: `${writeShare(host.cpuShare, 1)}${cpus}`, domain: [0, 1] },
    {
      name: "Memory",
      values: lines.memory,
      now: of(host.memoryUsedBytes, host.memoryTotalBytes),
      domain: [0, 1],
    },
    { name: "Disk", values: lines.disk, now: free },
    { name: "Network in", values: lines.received, now: rate(host.receivedBytesPerSecond) },
    { name: "Network out", values: lines.sent, now: rate(host.sentBytesPerSecond) },
  ];
  return (
    <dl className="host-lines">
      {rows.map(({ name, values, now, domain }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Sparkline
              values={values}
              domain={domain}
              label={`${name}, now ${now}`}
              width={48}
              height={18}
              quiet
            />
          </dd>
          <dd>{now}</dd>
        </div>
      ))}
    </dl>
  );
}
