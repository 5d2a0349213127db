"use client";

import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useQuery } from "@tanstack/react-query";
import { leadsOnlyHere } from "#components/layout/leads-only-here.ts";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useOrigin } from "#components/shell/use-origin.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { QueueSection } from "#components/queue/queue-section.tsx";
import { DrainWorker } from "./drain-worker.tsx";
import { FolderRecipeSection } from "./folder-recipes.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { RunState, type RunStateName } from "#components/ui/marks/run-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Slots } from "#components/ui/strip.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { topics } from "#server/contracts/live.ts";
import type { WorkerRow } from "#server/contracts/worker.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { writeBytes, writeValue } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

interface JoinCommand {
  command: string;
  /** What the person must do first, or null. */
  caution: string | null;
}

/** The command that makes another machine a worker of the server at this origin; null while the origin is not known. */
export function joinCommand(origin: string | null): JoinCommand {
  const command = `# on the machine with the GPUs, in a checkout of the same version
npx ablab worker --server ${origin ?? "URL"} --token-file worker-token`;
  if (origin === null || !leadsOnlyHere(new URL(origin).hostname)) return { command, caution: null };
  const port = new URL(origin).port || "80";
  return {
    command,
    caution: `${origin} is this machine's own address. Forward the port first, from here: ssh -R ${port}:127.0.0.1:${port} the-machine`,
  };
}

const MIB = 1024 * 1024;

function deviceWords(worker: WorkerRow): string {
  const gpus = worker.devices.filter((d) => d.kind === "gpu");
  const cpus = worker.devices.filter((d) => d.kind === "cpu");
  const parts = gpus.map(
    (d) => `${d.name}${d.memoryMiB === null ? "" : ` ${writeBytes(d.memoryMiB * MIB)}`}`,
  );
  if (cpus.length > 0) parts.push(cpus[0].name || countOf(cpus.length, "CPU"));
  return parts.join("; ") || "none reported";
}

function WorkerLine({ worker, now }: { worker: WorkerRow; now: number }) {
  return (
    <Row>
      <Cell fixed>
        <RowName href={`/workers/${worker.id}`}>{worker.name}</RowName>
      </Cell>
      <Cell>
        {worker.online ? (
          <RunState state={worker.draining ? "stopping" : "running"}>
            {worker.draining ? "drained" : "connected"}
          </RunState>
        ) : (
          <RunState state="unreachable">unreachable</RunState>
        )}
      </Cell>
      <Cell num>
        {writeOf(worker.busy, worker.slots)}{" "}
        <Slots
          label={`${writeOf(worker.busy, worker.slots, "slot")} held`}
          held={worker.busy}
          total={worker.slots}
        />
      </Cell>
      <Cell wrap>
        {worker.holds.length === 0
          ? NOT_MEASURED
          : worker.holds.map((hold) => (
              <span key={hold.runId} className="item">
                <RunState state={hold.state as RunStateName} glyphOnly />{" "}
                <PageLink href={`/runs/${hold.runId}`}>{hold.name}</PageLink>
              </span>
            ))}
      </Cell>
      <Cell wrap>{deviceWords(worker)}</Cell>
      <Cell num>{writeValue(worker.cpuShare, "share")}</Cell>
      <Cell num>{writeValue(worker.memoryShare, "share")}</Cell>
      <Cell>
        <Time at={worker.lastSeenAt} now={now} />
      </Cell>
      <Cell>{worker.host}</Cell>
      <Cell>
        <code>{worker.version}</code>
      </Cell>
      <Cell tight>
        {worker.online || worker.draining ? (
          <span data-page-actions data-about={worker.name}>
            <DrainWorker worker={worker} size="small" />
          </span>
        ) : null}
      </Cell>
    </Row>
  );
}

/** Machines that run trainings: what they hold, what they have, when they were heard. */
export function WorkersPage() {
  const api = useApi();
  const query = useQuery(
    api.workers.list.queryOptions(undefined, { meta: liveOn([topics.workers], 1000), refetchInterval: 5000 }),
  );
  const join = joinCommand(useOrigin());
  const online = query.data?.filter((w) => w.online).length ?? 0;
  return (
    <BenchPage crumbs={[{ label: "Workers" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Workers"
        summary={
          query.data
            ? `${writeOf(online, query.data.length)} connected. A worker only calls out; the server never connects to it.`
            : undefined
        }
      />
      <QueryState query={query} what="the workers" height={200}>
        {(workers) => (
          <>
            {workers.length === 0 ? (
              <Section title="No worker has called yet">
                <p>
                  "npx ablab start" brings one for this machine. Runs wait in the queue until a worker takes
                  them.
                </p>
              </Section>
            ) : (
              <Table
                label="Workers"
                foot={`Showing ${writeOf(workers.length, workers.length, "worker")} ever seen. Load is of the whole machine, as the worker last said.`}
              >
                <thead>
                  <Row>
                    <HeadCell fixed>Worker</HeadCell>
                    <HeadCell>State</HeadCell>
                    <HeadCell num sub="held">
                      Slots
                    </HeadCell>
                    <HeadCell>Holds</HeadCell>
                    <HeadCell>Devices</HeadCell>
                    <HeadCell num sub="%">
                      CPU
                    </HeadCell>
                    <HeadCell num sub="%">
                      Memory
                    </HeadCell>
                    <HeadCell>Heartbeat</HeadCell>
                    <HeadCell>Host</HeadCell>
                    <HeadCell>Version</HeadCell>
                    <HeadCell label="Drain" tight />
                  </Row>
                </thead>
                <tbody>
                  {workers.map((worker) => (
                    <WorkerLine key={worker.id} worker={worker} now={query.dataUpdatedAt} />
                  ))}
                </tbody>
              </Table>
            )}
            <QueueSection />
            <FolderRecipeSection now={query.dataUpdatedAt} />
            <Section title="Another machine" note="adds its GPUs; it opens no port">
              <CodeBlock title="Start a worker there" code={join.command} copy />
              {join.caution ? <p className="small">{join.caution}</p> : null}
              <p className="muted small">
                The token is in tokens/worker of the server's data directory. Copy it securely; it only admits
                workers.
              </p>
            </Section>
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
