import { begunWords, limitWords, slurmWords, workLostText } from "./attempts/words.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { AttemptDetail, RunDetail } from "#server/contracts/run.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeMoment, writeTimeOfDay } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

function exitText(attempt: AttemptDetail): string {
  const { exit } = attempt;
  if (!exit) return "none yet";
  const parts = [
    `code ${exit.code ?? "unknown"}`,
    exit.signal ? `signal ${exit.signal}` : "",
    `reason ${exit.reason}`,
    exit.askedBy ? `asked by ${exit.askedBy}` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** An attempt elsewhere: nobody here saw its process. */
function ToldAttempt({ attempt }: { attempt: AttemptDetail }) {
  return (
    <Section
      rule="thin"
      title={`Attempt ${attempt.n}`}
      note={`${attempt.state}, reported by ${attempt.worker} on ${attempt.host}; its process was not seen from here`}
    >
      <Pairs
        pairs={[
          { name: "First word", value: writeMoment(attempt.claimedAt) },
          { name: "Last word", value: writeMoment(attempt.lastSeenAt) },
          {
            name: "Started",
            value: attempt.startedAt === null ? NOT_MEASURED : writeMoment(attempt.startedAt),
          },
          { name: "Ended", value: attempt.endedAt === null ? NOT_MEASURED : writeMoment(attempt.endedAt) },
          { name: "Exit", value: exitText(attempt) },
          { name: "Rows stored", value: writeCount(attempt.lastSeq) },
        ]}
      />
    </Section>
  );
}

function AttemptFacts({ attempt }: { attempt: AttemptDetail }) {
  const steps = attempt.exit?.escalation ?? [];
  return (
    <Section
      rule="thin"
      title={`Attempt ${attempt.n}`}
      note={`${attempt.state} on ${attempt.worker} (${attempt.host})`}
    >
      <Pairs
        pairs={[
          { name: "Begun", value: begunWords(attempt.begun) },
          ...(attempt.workLost ? [{ name: "Work lost", value: workLostText(attempt.workLost) }] : []),
          {
            name: "Process",
            value: attempt.pid === null ? "not reported" : `${attempt.pid}, kernel start ${attempt.pidStart}`,
          },
          { name: "Boot id", value: attempt.bootId ?? NOT_MEASURED },
          { name: "Supervisor", value: attempt.supervisorPid ?? NOT_MEASURED },
          ...(attempt.place ? [{ name: "In Slurm", value: slurmWords(attempt.place) }] : []),
          { name: "Device", value: attempt.device ?? NOT_MEASURED },
          { name: "Claimed", value: writeMoment(attempt.claimedAt) },
          {
            name: "Started",
            value: attempt.startedAt === null ? NOT_MEASURED : writeMoment(attempt.startedAt),
          },
          { name: "Ended", value: attempt.endedAt === null ? NOT_MEASURED : writeMoment(attempt.endedAt) },
          { name: "Last heartbeat", value: writeMoment(attempt.lastSeenAt) },
          { name: "Exit", value: exitText(attempt) },
          ...(attempt.cause ? [{ name: "Cause", value: `it ${attempt.cause.words}` }] : []),
          ...(steps.length > 0
            ? [
                {
                  name: "Signals",
                  value: steps.map((s) => `${s.signal} ${writeTimeOfDay(s.at)}`).join(", "),
                },
              ]
            : []),
          ...(attempt.exit && attempt.exit.leftovers > 0
            ? [
                {
                  name: "Left over",
                  value: `${countOf(attempt.exit.leftovers, "process of the run was", "processes of the run were")} ended`,
                },
              ]
            : []),
          { name: "Events stored", value: writeCount(attempt.lastSeq) },
        ]}
      />
    </Section>
  );
}

/** What happened to the run's processes: every attempt, and every change of state with what proves it. */
export function RunAttempts({ run, now }: { run: RunDetail; now: number }) {
  const { workLost } = run.continuing;
  const limits = limitWords(run.continuing);
  return (
    <>
      {workLost || limits ? (
        <Pairs
          pairs={[
            ...(workLost ? [{ name: "Work lost", value: workLostText(workLost) }] : []),
            ...(limits ? [{ name: "Chosen", value: limits }] : []),
          ]}
        />
      ) : null}
      {run.attempts.map((attempt) =>
        run.external ? (
          <ToldAttempt key={attempt.id} attempt={attempt} />
        ) : (
          <AttemptFacts key={attempt.id} attempt={attempt} />
        ),
      )}
      <Section title="Status" note="every change of state, who made it, and what proves it">
        <Table label="Status changes" density="dense">
          <thead>
            <Row>
              <HeadCell fixed>State</HeadCell>
              <HeadCell>When</HeadCell>
              <HeadCell num>Attempt</HeadCell>
              <HeadCell>By</HeadCell>
              <HeadCell>Proof</HeadCell>
            </Row>
          </thead>
          <tbody>
            {run.events.map((event) => (
              <Row key={event.id}>
                <Cell fixed>
                  <RunState state={event.to} />
                </Cell>
                <Cell>
                  <Time at={event.at} now={now} form="clock" />
                </Cell>
                <Cell num>{event.attempt ?? NOT_MEASURED}</Cell>
                <Cell>{event.actor}</Cell>
                <Cell wrap quiet>
                  {event.proof}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}
