"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Columns, MarginBlock } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useOrigin } from "#components/shell/use-origin.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { StatusSource, SOURCE_MEANING } from "#components/ui/marks/status-source.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { STATUS_SOURCES } from "#server/contracts/external/status-source.ts";
import type { CreatedToken, KeyAccess } from "#server/contracts/external/ingest-token.ts";
import { topics } from "#server/contracts/live.ts";
import { Arrives } from "./arrives.tsx";
import {
  COMES_ALONG,
  LOGGERS,
  LOGGER_WORDS,
  OWN_SCRIPT,
  SENDERS,
  snippet,
  TOKEN_PLACE,
  type Form,
  type Logger,
} from "./snippets.ts";
import { TokenTable } from "./token-table.tsx";

/** One step of three: what it is at the left, what to do at the right. */
function Step({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className="step">
      <h2>
        {title}
        {note ? <small>{note}</small> : null}
      </h2>
      <div>{children}</div>
    </div>
  );
}

const ACCESS: { value: KeyAccess; label: string }[] = [
  { value: "write", label: "Write" },
  { value: "read", label: "Read" },
  { value: "both", label: "Both" },
];

/** A name, and a button that makes a token by it. */
function NewToken({ onMade }: { onMade: (token: CreatedToken) => void }) {
  const api = useApi();
  const project = useProject();
  const [name, setName] = useState("");
  const [makesProjects, setMakesProjects] = useState(false);
  const [access, setAccess] = useState<KeyAccess>("write");
  const create = useMutation(
    api.tokens.create.mutationOptions({
      onSuccess: (made) => {
        onMade(made);
        setName("");
      },
    }),
  );
  const make = () => create.mutate({ name, project: project ?? undefined, makesProjects, access });
  return (
    <form
      className="new-token"
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) make();
      }}
    >
      <TextInput
        label="Name of the new key"
        value={name}
        onChange={setName}
        placeholder="name, such as gsm8k-node"
        width={240}
      />
      <Button
        kind="primary"
        onClick={create.isPending ? undefined : make}
        blocked={create.isPending ? "Creating the key" : undefined}
      >
        Create key
      </Button>
      <Segmented label="Access" value={access} onChange={setAccess} options={ACCESS} />
      <Switch on={makesProjects} onChange={setMakesProjects}>
        Each wandb or trackio project becomes a project here
      </Switch>
      {create.error ? (
        <p className="crit" role="alert">
          {create.error.message}
        </p>
      ) : null}
    </form>
  );
}

/** What each logger sends by itself, as a table of the margin. */
function ComesAlong() {
  return (
    <MarginBlock title="What each logger sends">
      <Table label="What each logger sends" density="dense">
        <thead>
          <tr>
            <HeadCell label="What" />
            {SENDERS.map((sender) => (
              <HeadCell key={sender}>{LOGGER_WORDS[sender].label}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMES_ALONG.map(({ what, by }) => (
            <Row key={what}>
              <Cell>{what}</Cell>
              {SENDERS.map((sender) => (
                <Cell key={sender} quiet={!by.includes(sender)}>
                  {by.includes(sender) ? "yes" : "no"}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </MarginBlock>
  );
}

function About() {
  return (
    <>
      <ComesAlong />
      <MarginBlock title="Status source">
        <ul className="plain-list">
          {STATUS_SOURCES.map((statusSource) => (
            <li key={statusSource}>
              <StatusSource statusSource={statusSource} />{" "}
              <span className="muted">{SOURCE_MEANING[statusSource]}</span>
            </li>
          ))}
        </ul>
      </MarginBlock>
      <MarginBlock title="Query runs">
        <p className="small">
          With a read key: <code>ablab.Api()</code> in Python, or the{" "}
          <a href="/api/read/v1/docs" target="_blank" rel="noreferrer">
            REST API
          </a>{" "}
          from any language.
        </p>
      </MarginBlock>
      <MarginBlock title="Reward function">
        <Disclosure summary="Loggers do not send it">
          <p className="small">
            Runs without one are still compared, with a note. You can specify it for many runs at once on the
            page of their experiment.
          </p>
        </Disclosure>
      </MarginBlock>
      <MarginBlock title="Seeds and configurations">
        <Disclosure summary="The seed is read from the configuration">
          <p className="small">
            Runs that differ only in seed, names and paths are seeds of one configuration.
          </p>
        </Disclosure>
      </MarginBlock>
    </>
  );
}

/** Where a logger is told to send its runs here: two lines, and the tokens that open this way. */
export function ConnectPage() {
  const api = useApi();
  const project = useProject();
  const query = useQuery(
    api.tokens.list.queryOptions({ project }, { meta: liveOn([topics.tokens, topics.runs], 1000) }),
  );
  const [logger, setLogger] = useState<Logger>("wandb");
  const [form, setForm] = useState<Form>("shell");
  const [made, setMade] = useState<CreatedToken | null>(null);
  const origin = useOrigin() ?? "http://…";
  const code = snippet(logger, form, { origin, token: made?.token ?? TOKEN_PLACE });
  return (
    <BenchPage crumbs={[{ label: "Connect" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Connect your training script"
        summary="Keep your trainer and logger. Only the URL and the key change."
      />
      <Columns label="About external runs" margin={<About />}>
        <div className="steps">
          <Step title="Logger">
            <Segmented
              label="Logger"
              value={logger}
              onChange={setLogger}
              options={LOGGERS.map((value) => ({ value, label: LOGGER_WORDS[value].label }))}
            />
            <p className="small muted">{LOGGER_WORDS[logger].note}</p>
          </Step>
          <Step title="API key" note="write: send runs; read: query them">
            <NewToken onMade={setMade} />
            {made ? (
              <output className="small">
                Key <b>{made.name}</b> created. Copy it from the lines below: it is not shown again.
              </output>
            ) : (
              <p className="small muted">The key is shown once, in the lines below.</p>
            )}
          </Step>
          <Step
            title={logger === "folder" ? "Three lines" : "Two lines"}
            note={logger === "folder" ? "on the trainer's machine" : "before the trainer starts"}
          >
            <CodeBlock label="Two lines" code={code} copy />
            {logger === "folder" ? (
              <p className="small muted">DIR is the folder that the trainer writes to.</p>
            ) : (
              <Segmented
                label="Format"
                value={form}
                onChange={setForm}
                options={[
                  { value: "shell", label: "Shell" },
                  { value: "python", label: "Python" },
                  { value: "sbatch", label: "sbatch" },
                ]}
              />
            )}
            {form === "sbatch" && logger !== "folder" ? (
              <p className="small muted">
                The compute node must reach {origin}. Schedulers store job scripts, so keep the key in a file
                of your own.
              </p>
            ) : null}
            {logger === "ablab" ? (
              <>
                <p className="small muted">In the script:</p>
                <CodeBlock label="In the script" code={OWN_SCRIPT} copy />
              </>
            ) : null}
          </Step>
          <Step title="Incoming runs" note="live">
            {query.data ? <Arrives tokens={query.data} /> : null}
          </Step>
        </div>
        <Section title="API keys">
          <QueryState
            query={query}
            what="the API keys"
            height={120}
            isEmpty={(tokens) => tokens.length === 0}
            empty={<p className="muted">No API key yet.</p>}
          >
            {(tokens) => <TokenTable tokens={tokens} now={query.dataUpdatedAt} />}
          </QueryState>
        </Section>
      </Columns>
    </BenchPage>
  );
}
