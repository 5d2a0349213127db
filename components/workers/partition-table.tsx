import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { WorkerPage } from "#server/contracts/machine/worker-page.ts";
import { countOf, listAnd, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { writeDuration } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const MIB = 1024 * 1024;

/** What a cluster has to give, partition by partition. */
export function PartitionTable({ engine }: { engine: NonNullable<WorkerPage["engine"]> }) {
  const { partitions } = engine;
  if (partitions.length === 0) return <p className="muted">Slurm has named no partition.</p>;
  return (
    <Table
      label="Partitions"
      foot={`Showing ${countOf(partitions.length, "partition")}, as Slurm names them.`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Partition</HeadCell>
          <HeadCell num>Nodes</HeadCell>
          <HeadCell num sub="of a job">
            Time
          </HeadCell>
          <HeadCell num sub="a node">
            CPUs
          </HeadCell>
          <HeadCell num sub="a node">
            Memory
          </HeadCell>
          <HeadCell num sub="free">
            GPUs
          </HeadCell>
          <HeadCell>Who may use it</HeadCell>
        </Row>
      </thead>
      <tbody>
        {partitions.map((partition) => (
          <Row key={partition.name}>
            <Cell fixed>
              {partition.name}
              {partition.isDefault ? <small className="muted"> default</small> : null}
              {partition.up ? null : <small className="muted"> takes no jobs</small>}
            </Cell>
            <Cell num>{writeCount(partition.nodes)}</Cell>
            <Cell num>
              {partition.maxSeconds === null ? "no limit" : writeDuration(partition.maxSeconds * 1000)}
            </Cell>
            <Cell num>{partition.cpus === null ? NOT_MEASURED : writeCount(partition.cpus)}</Cell>
            <Cell num>
              {partition.memoryMiB === null ? NOT_MEASURED : writeBytes(partition.memoryMiB * MIB)}
            </Cell>
            <Cell num>
              {partition.gpusTotal === 0 ? "none" : writeOf(partition.gpusFree, partition.gpusTotal)}
              {partition.gpuKinds.length > 0 ? (
                <small className="muted"> {listAnd(partition.gpuKinds)}</small>
              ) : null}
            </Cell>
            <Cell wrap>
              {partition.accounts === null ? "every account" : listAnd(partition.accounts)}
              {partition.qos === null ? null : `; QOS ${listAnd(partition.qos)}`}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
