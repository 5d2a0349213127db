"use client";

import { ProjectSection } from "./project-section.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BrowserNotesSwitch } from "#components/bell/browser-notes.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { chooseTheme, useTheme } from "#components/layout/theme-switch.tsx";
import { FreeSpaceButton } from "#components/runs/attempts/free-space.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { writeOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { SessionSection, ShareSection, TokenSection } from "./access.tsx";

function ThemeSection() {
  const theme = useTheme();
  return (
    <Section title="Theme" note="of this browser">
      <Segmented
        label="Theme"
        value={theme}
        onChange={chooseTheme}
        options={[
          { value: "system", label: "System" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </Section>
  );
}

function AlertSection() {
  return (
    <Section title="Alerts">
      <div className="settings-line">
        <BrowserNotesSwitch />
        <LinkButton href="/alerts#rules">Rules and webhooks</LinkButton>
      </div>
    </Section>
  );
}

function RetentionSection() {
  return (
    <Section title="Checkpoints">
      <div className="settings-line">
        <p>
          Each run keeps its last and best checkpoint. Pinned ones and inputs of other runs are never deleted.{" "}
          <span className="muted">A list is shown before anything is deleted.</span>
        </p>
        <FreeSpaceButton name="all runs" />
      </div>
    </Section>
  );
}

/** Copies of the database: what there is, and another one by one press. */
function BackupSection() {
  const api = useApi();
  const client = useQueryClient();
  const query = useQuery(api.settings.backups.queryOptions());
  const make = useMutation(
    api.settings.backUp.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.settings.backups.queryKey() }),
    }),
  );
  return (
    <Section
      title="Backups"
      note="one a day; each is the whole database, read back and checked"
      end={
        <Button
          blocked={make.isPending ? "Copying the database" : undefined}
          onClick={() => (make.isPending ? undefined : make.mutate())}
        >
          {make.isPending ? "Backing up" : "Back up now"}
        </Button>
      }
    >
      {make.error ? (
        <p className="crit" role="alert">
          {make.error.message}
        </p>
      ) : null}
      {make.data?.findings.map((finding) => (
        <p className="crit" role="alert" key={finding}>
          {finding}
        </p>
      ))}
      <QueryState
        query={query}
        what="the backups"
        height={80}
        isEmpty={({ total }) => total === 0}
        empty={<p className="muted">No backup yet; the first is made minutes after a start.</p>}
      >
        {({ backups, folder, total, bytes }) => (
          <Table
            label="Backups"
            foot={`${writeOf(backups.length, total, "file")} of ${folder}, ${writeBytes(bytes)} in all. A server that is stopped takes one up again by "npx ablab restore FILE".`}
          >
            <thead>
              <Row>
                <HeadCell fixed>File</HeadCell>
                <HeadCell num>Size</HeadCell>
                <HeadCell>Made</HeadCell>
              </Row>
            </thead>
            <tbody>
              {backups.map(({ name, bytes: size, madeAt }) => (
                <Row key={name}>
                  <Cell fixed>
                    <code>{name}</code>
                  </Cell>
                  <Cell num>{writeBytes(size)}</Cell>
                  <Cell>
                    <Time at={madeAt} now={query.dataUpdatedAt} form="moment" />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
    </Section>
  );
}

/** Who may come in, who is told, what is kept, and how it looks. */
export function SettingsPage() {
  const { dataUpdatedAt } = useQuery(useApi().settings.backups.queryOptions());
  return (
    <BenchPage crumbs={[{ label: "Settings" }]} dataAt={dataUpdatedAt}>
      <PageHead title="Settings" />
      <ThemeSection />
      <ProjectSection />
      <AlertSection />
      <TokenSection />
      <SessionSection />
      <ShareSection />
      <RetentionSection />
      <BackupSection />
    </BenchPage>
  );
}
