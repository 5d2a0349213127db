import { Sparkline } from "#components/charts/sparkline.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { GpuRow } from "#server/contracts/machine/worker-page.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes, writeShare } from "#server/wording/quantities.ts";
import { writeTimeOfDay } from "#server/wording/times.ts";
import { NOT_MEASURED, withUnit } from "#server/wording/typography.ts";

const MIB = 1024 * 1024;
/** The scale of temperatures, °C: below nothing is cold for a chip, above it slows itself. */
const CELSIUS: [number, number] = [20, 95];

function Holder({ gpu }: { gpu: GpuRow }) {
  const { holders, keeper, use, beside } = gpu;
  if (holders.length > 0)
    return (
      <>
        {holders.map(({ runId, name, ended }, place) => (
          <span key={name + String(runId)}>
            {place > 0 ? ", " : ""}
            {runId === null ? name : <PageLink href={`/runs/${runId}`}>{name}</PageLink>}
            {ended ? <small className="muted"> ended, memory not free yet</small> : null}
          </span>
        ))}
        {beside === null ? null : <small className="gpu-more">+ {beside}</small>}
      </>
    );
  if (use === "free") return <span className="muted">free</span>;
  return (
    <>
      <FindingFlag level="warning" decorative /> {use === "out" ? "not usable" : "not ours"}
      <small className="gpu-more">{keeper}</small>
    </>
  );
}

interface TraceProps {
  gpu: GpuRow;
  values: (number | null)[];
  domain: [number, number];
  /** The newest reading as it is written. */
  now: string;
  label: string;
  alarm?: boolean;
}

/** A line on the scale of its column, and the newest reading beside it. */
function Trace({ gpu, values, domain, now, label, alarm }: TraceProps) {
  return (
    <Cell>
      <span className="gpu-trace">
        <Sparkline
          values={values}
          domain={domain}
          label={`${label} of GPU ${String(gpu.index)}, now ${now}`}
          marks={gpu.changes}
          quiet={gpu.use !== "ours"}
          live={gpu.use === "ours"}
          width={112}
          height={28}
        />
        <b className={alarm ? "warn" : undefined}>{now}</b>
      </span>
    </Cell>
  );
}

const largest = (values: (number | null)[]): number =>
  Math.max(1, ...values.filter((value) => value !== null));

/** The devices of a machine, one scale per column, so that rows can be compared. */
export function GpuTable({ gpus, from }: { gpus: GpuRow[]; from: number }) {
  const memory = largest(gpus.map(({ memoryTotalMiB, memoryUsedMiB }) => memoryTotalMiB ?? memoryUsedMiB));
  const power = largest(gpus.map(({ powerLimitWatts, powerWatts }) => powerLimitWatts ?? powerWatts));
  return (
    <Table
      label="GPUs"
      foot={`Showing ${countOf(gpus.length, "GPU")}, since ${writeTimeOfDay(from)}. Ink: a run of ours holds it. Gray: nobody, or not ours. Dotted: another holder came. Each point is a mean of readings; where none was made the line breaks.`}
    >
      <thead>
        <Row>
          <HeadCell fixed>#</HeadCell>
          <HeadCell>Held by</HeadCell>
          <HeadCell sub={`0 to ${writeShare(1, 1)}`}>Busy</HeadCell>
          <HeadCell sub={`0 to ${writeBytes(memory * MIB)}`}>Memory</HeadCell>
          <HeadCell sub={`0 to ${withUnit(writeWhole(power), "W")}`}>Power</HeadCell>
          <HeadCell sub={`${writeWhole(CELSIUS[0])} to ${withUnit(writeWhole(CELSIUS[1]), "°C")}`}>
            Temperature
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {gpus.map((gpu) => (
          <Row key={gpu.uuid}>
            <Cell fixed>{gpu.index}</Cell>
            <Cell wrap>
              <Holder gpu={gpu} />
            </Cell>
            <Trace
              gpu={gpu}
              label="Utilisation"
              values={gpu.lines.busy}
              domain={[0, 1]}
              now={gpu.mig ? "MIG" : writeShare(gpu.busyShare, 1)}
            />
            <Trace
              gpu={gpu}
              label="Memory"
              values={gpu.lines.memory}
              domain={[0, memory]}
              now={gpu.memoryUsedMiB === null ? NOT_MEASURED : writeBytes(gpu.memoryUsedMiB * MIB)}
            />
            <Trace
              gpu={gpu}
              label="Power"
              values={gpu.lines.power}
              domain={[0, power]}
              now={gpu.powerWatts === null ? NOT_MEASURED : withUnit(writeWhole(gpu.powerWatts), "W")}
            />
            <Trace
              gpu={gpu}
              label="Temperature"
              values={gpu.lines.celsius}
              domain={CELSIUS}
              now={gpu.celsius === null ? NOT_MEASURED : withUnit(writeWhole(gpu.celsius), "°C")}
              alarm={gpu.slowedBy.includes("heat")}
            />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
