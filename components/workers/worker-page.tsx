"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { Columns, MarginBlock } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { HOURS, type Hours, workerQuestion, workerSearch } from "#components/search-params/worker.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import type { WorkerPage as WorkerFacts } from "#server/contracts/machine/worker-page.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { DrainWorker } from "./drain-worker.tsx";
import { GpuTable } from "./gpu-table.tsx";
import { PartitionTable } from "./partition-table.tsx";
import { HostLines } from "./host-lines.tsx";

const WORDS: Record<Hours, string> = { "1": "1 h", "6": "6 h", "24": "24 h" };

const MIB = 1024 * 1024;

/** "8 × NVIDIA H100 80GB HBM3, 79.6 GiB" where they are alike, else how many there are. */
function devicesNote({ gpus, worker, engine }: WorkerFacts): string {
  if (engine) return `of the cluster, by ${engine.version}`;
  const kinds = new Set(gpus.map(({ name, memoryTotalMiB }) => `${name} ${String(memoryTotalMiB)}`));
  const [first] = gpus;
  if (!first) return worker.devices.find(({ kind }) => kind === "cpu")?.name ?? "";
  if (kinds.size > 1) return countOf(gpus.length, "GPU");
  const memory = first.memoryTotalMiB === null ? "" : `, ${writeBytes(first.memoryTotalMiB * MIB)} each`;
  return `${writeCount(gpus.length)} × ${first.name}${memory}`;
}

function WaitingRuns({ queue }: { queue: WorkerFacts["queue"] }) {
  if (queue.length === 0) return <p className="muted">Queue is empty.</p>;
  return (
    <Table label="Queue" foot={`Showing ${countOf(queue.length, "run")} in the order of the queue.`}>
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell num sub="GPUs">
            Needs
          </HeadCell>
          <HeadCell>Why it waits</HeadCell>
        </Row>
      </thead>
      <tbody>
        {queue.map(({ runId, name, needs, why }) => (
          <Row key={runId}>
            <Cell fixed>
              <RowName href={`/runs/${runId}`}>{name}</RowName>
            </Cell>
            <Cell num>{writeCount(needs)}</Cell>
            <Cell wrap>{why}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function WorkerMargin({ page, now }: { page: WorkerFacts; now: number }) {
  const { worker, findings, driver, gpuShare, gpus, lookedAt } = page;
  return (
    <>
      <MarginBlock title="Warnings">
        {findings.map(({ level, claim, evidence }) => (
          <Strip key={claim + evidence} place="margin" level={level} claim={claim}>
            {evidence}
          </Strip>
        ))}
        {findings.length === 0 ? <p className="muted">No warnings.</p> : null}
      </MarginBlock>
      <MarginBlock title="Machine">
        <HostLines page={page} />
      </MarginBlock>
      <MarginBlock title="Worker">
        <Pairs
          pairs={[
            { name: "Host", value: worker.host },
            { name: "Version", value: <code>{worker.version}</code> },
            { name: "Slots", value: `${writeOf(worker.busy, worker.slots)} held` },
            ...(gpus.length > 0
              ? [
                  { name: "Driver", value: <code>{driver ?? "not said"}</code> },
                  {
                    name: "Runs per GPU",
                    value: writeCount(gpuShare),
                  },
                ]
              : []),
            { name: "Last heartbeat", value: <Time at={worker.lastSeenAt} now={now} /> },
            ...(lookedAt === null ? [] : [{ name: "Looked", value: <Time at={lookedAt} now={now} /> }]),
          ]}
        />
      </MarginBlock>
    </>
  );
}

/** One machine: who holds which device, what each does, and what waits for them. */
export function WorkerPage({ id }: { id: string }) {
  const api = useApi();
  const [view, setView] = useQueryStates(workerSearch);
  const query = useQuery(
    api.workers.page.queryOptions(workerQuestion(id, view), {
      meta: liveOn([topics.workers, topics.runs], 1000),
      refetchInterval: 2000,
      placeholderData: (before) => before,
    }),
  );
  const name = query.data?.worker.name ?? "Worker";
  return (
    <BenchPage
      crumbs={[{ label: "Workers", href: "/workers" }, { label: name }]}
      dataAt={query.dataUpdatedAt}
    >
      <QueryState query={query} what="the worker" isPage height={400}>
        {(page) => (
          <>
            <PageHead
              title={page.worker.name}
              state={page.worker.online ? "running" : "unreachable"}
              summary={
                page.worker.online ? (
                  page.message
                ) : (
                  <>
                    <b>No heartbeat</b> since <Time at={page.worker.lastSeenAt} now={query.dataUpdatedAt} />.
                    What follows is what it said last.
                  </>
                )
              }
              actions={
                <>
                  <DrainWorker worker={page.worker} />
                  <LinkButton href="/launch">Launch</LinkButton>
                </>
              }
            />
            <Columns
              label="About this machine"
              margin={<WorkerMargin page={page} now={query.dataUpdatedAt} />}
            >
              <Section
                title="Devices"
                note={devicesNote(page)}
                end={
                  <Segmented
                    label="How far back"
                    value={view.hours}
                    options={HOURS.map((hours) => ({ value: hours, label: WORDS[hours] }))}
                    onChange={(hours) => void setView({ hours })}
                  />
                }
              >
                {page.engine ? (
                  <PartitionTable engine={page.engine} />
                ) : page.gpus.length > 0 ? (
                  <GpuTable gpus={page.gpus} from={page.from} />
                ) : (
                  <p className="muted">
                    {page.gpuProblem === null
                      ? "No GPU: nvidia-smi is not there or names none. Trainings share the processors."
                      : `nvidia-smi names no GPU. Its words: ${page.gpuProblem}`}
                  </p>
                )}
                {page.worker.holds.length > 0 ? (
                  <p className="small">
                    Training here:{" "}
                    {page.worker.holds.map((hold, place) => (
                      <span key={hold.runId}>
                        {place > 0 ? ", " : ""}
                        <PageLink href={`/runs/${hold.runId}`}>{hold.name}</PageLink>
                      </span>
                    ))}
                  </p>
                ) : null}
              </Section>
              <Section title="Queue" note={`${writeCount(page.queue.length)} queued`}>
                <WaitingRuns queue={page.queue} />
              </Section>
            </Columns>
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
