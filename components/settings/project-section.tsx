"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Menu, MoreDots } from "#components/ui/overlays/menu.tsx";
import { NameDialog } from "#components/ui/overlays/name-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { Project } from "#server/contracts/housekeeping/projects.ts";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** Changes a project, says what was done, and offers to take it back. */
function useChange() {
  const api = useApi();
  const { tell } = useAnnotate();
  const back = useMutation(api.projects.change.mutationOptions());
  return useMutation(
    api.projects.change.mutationOptions({
      onSuccess: ({ message, was, project: now }) =>
        tell({
          message,
          undo: [],
          ...(was && {
            takeBack: () => {
              const { id: project, name, archived, seedKey, recipe } = was;
              return back.mutateAsync({ project, name, nameWas: now?.name, archived, seedKey, recipe });
            },
          }),
        }),
    }),
  );
}

/** What is new in a project begins with. */
function DefaultsDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const api = useApi();
  const change = useChange();
  const recipes = useQuery(api.bench.recipes.queryOptions());
  const [recipe, setRecipe] = useState(project.recipe ?? "");
  const [seedKey, setSeedKey] = useState(project.seedKey ?? "");
  const save = () =>
    change.mutate(
      { project: project.id, recipe: recipe || null, seedKey: seedKey.trim() || null },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Defaults of ${visibleName(project.name)}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <SelectField
        label="Recipe"
        why="The form of a launch opens with it."
        value={recipe}
        onChange={setRecipe}
        options={[
          { value: "", label: "the first of the bench" },
          ...(recipes.data ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
        ]}
      />
      <TextField
        label="Key of the seed"
        why="Config key of the seed in new external runs; empty tries the usual names."
        value={seedKey}
        onChange={setSeedKey}
        error={change.error?.message}
      />
    </Dialog>
  );
}

type Asking = { what: "rename" | "defaults" | "delete"; project: Project } | { what: "new" } | null;

/** One of them: what is in it, and what can be done with it. */
function ProjectRow({ project, ask }: { project: Project; ask: (asking: Asking) => void }) {
  const change = useChange();
  const { refuse } = useAnnotate();
  const { id, name, slug, archived, isDefault, runs, experiments, reports, recipe } = project;
  const ofDefault = isDefault ? "takes what goes into no other" : undefined;
  return (
    <Row>
      <Cell fixed>
        <PageLink href={`/?project=${slug}`}>{visibleName(name)}</PageLink>{" "}
        <span className="muted">{[isDefault ? "default" : "", archived ? "archived" : ""].join("")}</span>
      </Cell>
      <Cell>
        <code>{slug}</code>
      </Cell>
      <Cell num>{writeCount(runs)}</Cell>
      <Cell num>{writeCount(experiments)}</Cell>
      <Cell num>{writeCount(reports)}</Cell>
      <Cell>{recipe ?? NOT_MEASURED}</Cell>
      <Cell>
        <Menu
          label={`${visibleName(name)}: more`}
          trigger={<MoreDots />}
          triggerClass="icon-btn"
          align="end"
          entries={[
            { label: "Rename…", onSelect: () => ask({ what: "rename", project }) },
            { label: "Defaults…", onSelect: () => ask({ what: "defaults", project }) },
            {
              label: archived ? "Unarchive" : "Archive",
              blocked: ofDefault,
              onSelect: () => change.mutate({ project: id, archived: !archived }, { onError: refuse }),
            },
            {
              label: "Delete…",
              danger: true,
              blocked: ofDefault,
              onSelect: () => ask({ what: "delete", project }),
            },
          ]}
        />
      </Cell>
    </Row>
  );
}

/** The projects: made, renamed, archived, deleted, and what is new in each begins with. */
export function ProjectSection() {
  const api = useApi();
  const { tell } = useAnnotate();
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const query = useQuery(
    api.projects.list.queryOptions(undefined, { meta: liveOn([topics.projects, topics.runs], 1000) }),
  );
  const told = { onSuccess: ({ message }: { message: string }) => tell({ message, undo: [] }) };
  const create = useMutation(api.projects.create.mutationOptions(told));
  const change = useChange();
  const remove = useMutation(api.projects.delete.mutationOptions(told));
  return (
    <Section
      id="projects"
      title="Projects"
      note="workers, benchmarks, recipes and alerts are of all"
      end={<Button onClick={() => setAsking({ what: "new" })}>New project</Button>}
    >
      <QueryState query={query} what="the projects" height={80}>
        {(projects) => (
          <Table label="Projects">
            <thead>
              <Row>
                <HeadCell fixed>Project</HeadCell>
                <HeadCell>URL slug</HeadCell>
                <HeadCell num>Runs</HeadCell>
                <HeadCell num>Experiments</HeadCell>
                <HeadCell num>Reports</HeadCell>
                <HeadCell>Recipe</HeadCell>
                <HeadCell label="Change it" />
              </Row>
            </thead>
            <tbody>
              {projects.map((project) => (
                <ProjectRow key={project.id} project={project} ask={setAsking} />
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
      <NameDialog
        open={asking?.what === "new"}
        onClose={close}
        title="New project"
        text="The URL slug comes from the first name and does not change."
        initial=""
        verb={{ ...create, go: (name, then) => create.mutate({ name }, { onSuccess: then }) }}
      />
      {asking?.what === "rename" ? (
        <NameDialog
          open
          onClose={close}
          title={`Rename ${visibleName(asking.project.name)}`}
          text="Links to it go on working."
          initial={asking.project.name}
          verb={{
            ...change,
            go: (name, then) =>
              change.mutate(
                { project: asking.project.id, name, nameWas: asking.project.name },
                { onSuccess: then },
              ),
          }}
        />
      ) : null}
      {asking?.what === "defaults" ? <DefaultsDialog project={asking.project} onClose={close} /> : null}
      {asking?.what === "delete" ? (
        <ConfirmDialog
          open
          onClose={() => {
            remove.reset();
            close();
          }}
          title={`Delete ${visibleName(asking.project.name)}?`}
          effect="Only an empty project is deleted. It cannot be taken back."
          confirmLabel="Delete the project"
          danger
          pending={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate({ project: asking.project.id }, { onSuccess: close })}
        />
      ) : null}
    </Section>
  );
}
