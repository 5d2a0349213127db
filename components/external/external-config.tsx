"use client";

import { useState } from "react";
import { StatementForm } from "./statement-form.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { MaskedText } from "#components/ui/marks/masked-text.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { ExternalDetail } from "#server/contracts/external/external.ts";
import type { Stated } from "#server/contracts/external/status-source.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { writeMoment } from "#server/wording/times.ts";
import { isMasked, writeSet } from "#server/wording/typed.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const LONG_TAG = 30;

/** Tags beside each other; a long one is cut to its line and whole in its tooltip. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="chips">
      {tags.map((tag) => (
        <span key={tag} className="tag" data-tip={tag.length > LONG_TAG ? tag : undefined}>
          <MaskedText text={tag} />
        </span>
      ))}
    </span>
  );
}

interface ExternalProps {
  run: RunDetail;
  external: ExternalDetail;
}

/** Longer values are cut where they stand, and whole in their tooltip. */
const LONG = 160;
const cut = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);

function Parameters({ run, external }: ExternalProps) {
  const ignored = new Set(external.ignored);
  const changed = new Map(run.changed.map((one) => [one.name, one]));
  const entries = Object.entries(run.params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0)
    return (
      <Notice>No configuration was logged. All such runs of this project count as one configuration.</Notice>
    );
  return (
    <Table label="Configuration" density="dense">
      <thead>
        <Row>
          <HeadCell fixed>Key</HeadCell>
          <HeadCell>Value</HeadCell>
          {run.changedFrom === null ? null : <HeadCell>{run.changedFrom}</HeadCell>}
          <HeadCell>Says</HeadCell>
        </Row>
      </thead>
      <tbody>
        {entries.map(([key, value]) => {
          const change = changed.get(key);
          return (
            <Row key={key} selected={change !== undefined}>
              <Cell fixed>
                <code>{key}</code>
              </Cell>
              <Cell wrap>
                <span data-tip={String(value).length > LONG ? String(value) : undefined}>
                  <MaskedText text={cut(writeSet(value))} />
                </span>
              </Cell>
              {run.changedFrom === null ? null : (
                <Cell wrap quiet>
                  {change ? <MaskedText text={writeSet(change.from)} /> : ""}
                </Cell>
              )}
              <Cell quiet>
                {key === external.seedKey
                  ? "the seed"
                  : isMasked(value)
                    ? "a secret, no part of the configuration"
                    : ignored.has(key)
                      ? "nothing of what was trained"
                      : ""}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

const STATEMENTS = [
  ["reward", "Reward function", "Not logged. Training rewards are compared as they are, with a note."],
  ["problems", "Eval set", "Not logged: loggers send values, not the problems behind them."],
  ["protocol", "Eval protocol", "Not logged: values of other protocols may stand beside its own."],
] as const;

function Statement({
  run,
  external,
  what,
  title,
  unsaid,
}: ExternalProps & { what: Stated; title: string; unsaid: string }) {
  const [stating, setStating] = useState(false);
  const said = external.statements.find((one) => one.what === what);
  return (
    <Section
      title={title}
      end={<Button onClick={() => setStating(true)}>{said ? "Specify again" : "Specify"}</Button>}
    >
      {said ? (
        <p>
          {said.text}{" "}
          <span className="muted">
            stated by {said.by}, {writeMoment(said.at)}
          </span>
        </p>
      ) : (
        <p className="muted">{unsaid}</p>
      )}
      <StatementForm
        open={stating}
        what={what}
        onClose={() => setStating(false)}
        runIds={[run.row.id]}
        about={run.row.name}
        said={said?.text ?? null}
      />
    </Section>
  );
}

const named = (table: Readonly<Record<string, number | string | boolean | null>>) =>
  Object.entries(table).map(([name, value]) => ({
    name,
    mono: true,
    value: <MaskedText text={cut(value === null ? NOT_MEASURED : String(value))} />,
  }));

/** How its configuration differs from the one that its experiment compares with. */
function compared({ changed, changedFrom, params }: RunDetail): string {
  const keys = Object.keys(params).length;
  return changedFrom === null
    ? `${countOf(keys, "key")}, the configuration that others are compared with`
    : `${writeOf(changed.length, keys, "key")} differ from ${changedFrom}`;
}

/** What the client of a run from outside told: configuration, reward, where and from what, last values. */
export function ExternalConfig({ run, external }: ExternalProps) {
  const environment = named(external.environment);
  const summary = named(external.summary);
  return (
    <>
      <Section title="Client metadata" note={`${external.client}, token ${external.token}`}>
        <Pairs
          pairs={[
            { name: "Project", value: external.place },
            { name: "Run", value: external.key, mono: true },
            ...(external.group === null ? [] : [{ name: "Group", value: external.group }]),
            ...(external.jobType === null ? [] : [{ name: "Job type", value: external.jobType }]),
            ...(external.tags.length === 0 ? [] : [{ name: "Tags", value: <Tags tags={external.tags} /> }]),
            ...(external.notes
              ? [
                  {
                    name: "Notes",
                    value: (
                      <span className="as-written">
                        <MaskedText text={external.notes} />
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Section
        title="Configuration"
        note={`${compared(run)}; seed ${external.seedKey === null ? "not logged" : `from ${external.seedKey}`}`}
      >
        <Parameters run={run} external={external} />
      </Section>
      {STATEMENTS.map(([what, title, unsaid]) => (
        <Statement key={what} run={run} external={external} what={what} title={title} unsaid={unsaid} />
      ))}
      <Section title="Environment" note="as the client said, unproven">
        {environment.length === 0 ? (
          <p className="muted">Its client said nothing of it.</p>
        ) : (
          <Pairs pairs={environment} />
        )}
      </Section>
      {summary.length > 0 ? (
        <Section title="Summary" note="last values as the client sums them up">
          <Pairs pairs={summary} />
        </Section>
      ) : null}
    </>
  );
}
