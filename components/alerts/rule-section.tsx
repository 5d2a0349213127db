"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { QueryState, type QueryLike } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { later } from "#components/ui/later.tsx";
import type { AlertRuleRow } from "#server/contracts/alerts/rule.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

const RuleDialog = later(async () => (await import("./rule-dialog.tsx")).RuleDialog, "the dialog", 0, {
  over: true,
});

/** On or off for a written rule, muted or not for one that is built in. */
function RuleState({ rule }: { rule: AlertRuleRow }) {
  const api = useApi();
  const { refuse } = useAnnotate();
  const change = useMutation(api.alerts.changeRule.mutationOptions({ onError: refuse }));
  const mute = useMutation(api.alerts.mute.mutationOptions({ onError: refuse }));
  if (rule.muted) return <span className="muted">muted</span>;
  if (rule.builtIn)
    return (
      <QuietButton
        aria-label={`Mute ${rule.name}`}
        onClick={() => mute.mutate({ kind: "rule", subject: rule.id, forMs: null })}
      >
        Mute
      </QuietButton>
    );
  return (
    <Switch on={rule.enabled} onChange={(enabled) => change.mutate({ id: rule.id, enabled })}>
      <span className="hidden-text">{rule.name}: </span>
      {rule.enabled ? "on" : "off"}
    </Switch>
  );
}

/** Every rule with how often it fired; those of people can be written, changed and deleted. */
export function RuleSection({ query }: { query: QueryLike<AlertRuleRow[]> }) {
  const api = useApi();
  const [editing, setEditing] = useState<AlertRuleRow | "new" | null>(null);
  const [gone, setGone] = useState<AlertRuleRow | null>(null);
  const { refuse } = useAnnotate();
  const remove = useMutation(api.alerts.removeRule.mutationOptions({ onError: refuse, onSuccess: setGone }));
  const write = useMutation(
    api.alerts.createRule.mutationOptions({ onError: refuse, onSuccess: () => setGone(null) }),
  );
  return (
    <Section
      id="rules"
      title="Rules"
      note="one alert per cause"
      end={<Button onClick={() => setEditing("new")}>New rule</Button>}
    >
      {gone?.wanted ? (
        <output className="small">
          {gone.name} is deleted.{" "}
          <QuietButton onClick={() => gone.wanted && write.mutate(gone.wanted)}>Undo</QuietButton>
        </output>
      ) : null}
      <QueryState query={query} what="the rules" height={200}>
        {(rules) => (
          <Table
            label="Rules"
            foot={`${countOf(rules.length, "rule")}. A rule fires once for each attempt of a run.`}
          >
            <thead>
              <Row>
                <HeadCell fixed>Rule</HeadCell>
                <HeadCell>Fires when</HeadCell>
                <HeadCell>Watches</HeadCell>
                <HeadCell num>Fired</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell label="Change" />
              </Row>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <Row key={rule.id}>
                  <Cell fixed>{rule.name}</Cell>
                  <Cell>{rule.when}</Cell>
                  <Cell>{rule.watches}</Cell>
                  <Cell num>{writeCount(rule.fired)}</Cell>
                  <Cell>
                    <RuleState rule={rule} />
                  </Cell>
                  <Cell>
                    {rule.builtIn ? null : (
                      <span className="row-acts">
                        <QuietButton onClick={() => setEditing(rule)} aria-label={`Edit ${rule.name}`}>
                          Edit
                        </QuietButton>
                        <QuietButton
                          className="crit"
                          onClick={() => remove.mutate({ id: rule.id })}
                          aria-label={`Delete ${rule.name}`}
                        >
                          Delete
                        </QuietButton>
                      </span>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
      {editing ? (
        <RuleDialog rule={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </Section>
  );
}
