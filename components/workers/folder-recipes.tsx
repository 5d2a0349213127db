"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { FolderRecipeRow } from "#server/contracts/launch/recipe.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf, listAnd, listFirst } from "#server/wording/counts.ts";

/** So many places of code are named. */
const MOST_NAMED = 8;

/** What the hash does not cover, beside what is approved by it. */
function Unhashed({ recipes }: { recipes: readonly FolderRecipeRow[] }) {
  const open = recipes.filter(({ unhashedCode }) => unhashedCode.length > 0);
  if (open.length === 0) return null;
  return (
    <Strip level="info" claim="Runs can take code from places that are not hashed, and so not approved.">
      {open.map(({ slug, unhashedCode }) => (
        <p key={slug}>
          {slug}: <code>{listFirst(unhashedCode, MOST_NAMED)}</code>
        </p>
      ))}
    </Strip>
  );
}

/** What a person agrees to: the files that are not as they were, and the command that would be started. */
function Waiting({ recipe }: { recipe: FolderRecipeRow }) {
  const api = useApi();
  const agree = useMutation(api.recipes.agree.mutationOptions());
  const { slug, folder, offeredBy, changed, command, hash } = recipe;
  const files = (changed ?? []).map(({ path, how }) => `${path} (${how})`);
  return (
    <Strip
      level="warning"
      claim={`${slug} has changed on ${offeredBy} and is not started before somebody agrees.`}
      actions={
        <Button size="small" disabled={agree.isPending} onClick={() => agree.mutate({ slug, hash })}>
          Agree to {slug}
        </Button>
      }
      evidence={files.length > 0 ? `${listAnd(files)} in ${folder}.` : `It lies in ${folder}.`}
    >
      <code>{command.join(" ")}</code>{" "}
      {agree.error ? (
        <span className="crit" role="alert">
          {agree.error.message}
        </span>
      ) : null}
    </Strip>
  );
}

/** Scripts that workers offer as recipes, what waits for a person's word, and folders that cannot be offered. */
export function FolderRecipeSection({ now }: { now: number }) {
  const api = useApi();
  const query = useQuery(
    api.recipes.folders.queryOptions(undefined, { meta: liveOn([topics.workers], 1000) }),
  );
  if (!query.data) return null;
  const { recipes, problems } = query.data;
  return (
    <Section title="Scripts as recipes" note="a folder with ablab.recipe.json, offered by a worker">
      {recipes
        .filter(({ approvedAt }) => approvedAt === null)
        .map((recipe) => (
          <Waiting key={recipe.slug + recipe.hash} recipe={recipe} />
        ))}
      {problems.map(({ worker, folder, problem }) => (
        <Strip key={worker + folder} level="warning" claim={`${worker} cannot offer ${folder}.`}>
          {problem}
        </Strip>
      ))}
      <Unhashed recipes={recipes} />
      {recipes.length === 0 ? (
        <CodeBlock
          title="Make a script a recipe"
          code={"npx ablab recipe new DIR\nnpx ablab recipe check DIR\nnpx ablab worker --recipes DIR"}
          copy
        />
      ) : (
        <Table
          label="Scripts"
          foot={`Showing ${countOf(recipes.length, "script")}, each as it was offered last.`}
        >
          <thead>
            <Row>
              <HeadCell fixed>Recipe</HeadCell>
              <HeadCell>Version</HeadCell>
              <HeadCell>Worker</HeadCell>
              <HeadCell>Folder</HeadCell>
              <HeadCell>Agreed by</HeadCell>
              <HeadCell>Agreed</HeadCell>
            </Row>
          </thead>
          <tbody>
            {recipes.map((recipe) => (
              <Row key={recipe.slug}>
                <Cell fixed>{recipe.slug}</Cell>
                <Cell>
                  <code>{recipe.version}</code>
                </Cell>
                <Cell>{recipe.offeredBy}</Cell>
                <Cell wrap>
                  <code>{recipe.folder}</code>
                </Cell>
                <Cell wrap>{recipe.approvedBy ?? "nobody yet"}</Cell>
                <Cell>{recipe.approvedAt === null ? "" : <Time at={recipe.approvedAt} now={now} />}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
