"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { CodeDifference, RunCode as Code } from "#server/contracts/launch/run-code.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, listAnd, listFirst, writeCount } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

type Kept = NonNullable<Code["surroundings"]>;

function gitWords({ git }: Kept): string {
  if (!git) return "not in a git repository";
  const place = `${git.commit.slice(0, 12)}${git.branch === null ? "" : ` on ${git.branch}`}`;
  return git.changed.length === 0 ? place : `${place}, ${countOf(git.changed.length, "path")} not committed`;
}

/** So many names of what is not hashed are shown. */
const MOST_NAMED = 12;

/** What the run saw without a hash; nothing for runs of which that was not noted. */
function unhashedPairs({ unhashed = [], unhashedMore = 0, unhashedCode = [] }: Kept) {
  const more = unhashedMore > 0 ? `, of ${writeCount(unhashed.length + unhashedMore)}` : "";
  return [
    ...(unhashed.length > 0
      ? [{ name: "Not hashed", value: `${listFirst(unhashed, MOST_NAMED)}${more}` }]
      : []),
    ...(unhashedCode.length > 0
      ? [{ name: "Code not hashed", value: listFirst(unhashedCode, MOST_NAMED) }]
      : []),
  ];
}

function Facts({ kept }: { kept: Kept }) {
  const { interpreter, packages, host, system, driver, folder, hash, ranIn } = kept;
  return (
    <Pairs
      pairs={[
        { name: "Code", value: gitWords(kept) },
        {
          name: "Files",
          value: `${countOf(Object.keys(kept.files).length, "file")}, hash ${hash?.slice(0, 12)}`,
        },
        { name: "Folder", value: folder, mono: true },
        ...(ranIn === undefined ? [] : [{ name: "Copy that ran", value: ranIn, mono: true }]),
        ...unhashedPairs(kept),
        {
          name: "Interpreter",
          value: interpreter
            ? `${interpreter.path} ${interpreter.version ?? ""}, ${countOf(Object.keys(packages).length, "package")}`
            : NOT_MEASURED,
        },
        { name: "Machine", value: `${host}, ${system}${driver === null ? "" : `, GPU driver ${driver}`}` },
      ]}
    />
  );
}

/** Whether the run could be started so again. */
function Today({ now }: { now: Code["now"] }) {
  if (now === null) return <p className="muted">No worker offers this script now.</p>;
  if (now.isSame) return <p>The folder holds the same now: it can be launched exactly so again.</p>;
  const files = now.changed.map(({ path, how }) => `${path} (${how})`);
  return (
    <Strip level="info">
      {now.folder} holds something else now: {listAnd(files)}. What is launched now is another version.
    </Strip>
  );
}

function Difference({ difference }: { difference: CodeDifference }) {
  const { against, files, facts, packages, uncommitted } = difference;
  const rows = [
    ...files.map(({ path, how }) => ({ name: path, before: how === "new" ? null : "its own", after: how })),
    ...facts.map(({ label, before, after }) => ({ name: label, before, after })),
    ...packages,
  ];
  const link = <PageLink href={`/runs/${against.runId}`}>{against.runName}</PageLink>;
  if (rows.length === 0 && !uncommitted)
    return <p>{link} was started with the same code, packages and machine.</p>;
  return (
    <Table label={`Code and packages against ${against.runName}`} foot={countOf(rows.length, "difference")}>
      <thead>
        <Row>
          <HeadCell>What differs</HeadCell>
          <HeadCell>{link}</HeadCell>
          <HeadCell>This run</HeadCell>
        </Row>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <Row key={name}>
            <Cell>
              <code>{name}</code>
            </Cell>
            <Cell>{before ?? NOT_MEASURED}</Cell>
            <Cell>{after ?? NOT_MEASURED}</Cell>
          </Row>
        ))}
        {uncommitted ? (
          <Row>
            <Cell>Changes that are not committed</Cell>
            <Cell>differ</Cell>
            <Cell>differ</Cell>
          </Row>
        ) : null}
      </tbody>
    </Table>
  );
}

/** With which code, packages and machine a script was started, and in what that differs from the run it is read against. */
export function RunCode({ run }: { run: RunDetail }) {
  const api = useApi();
  const { data } = useQuery(api.recipes.code.queryOptions({ id: run.row.id }));
  const kept = data?.run.surroundings;
  if (!data || !kept) return null;
  return (
    <Section title="Code and packages" note="read just before the start; values of secrets are taken out">
      <Facts kept={kept} />
      <Today now={data.run.now} />
      {data.difference ? <Difference difference={data.difference} /> : null}
      {kept.git && kept.git.diff !== "" ? (
        <Disclosure
          summary={kept.git.isCut ? "What was not committed (the beginning)" : "What was not committed"}
        >
          <CodeBlock label="Uncommitted changes" code={kept.git.diff} copy />
        </Disclosure>
      ) : null}
      {Object.keys(kept.packages).length > 0 ? (
        <Disclosure summary={countOf(Object.keys(kept.packages).length, "package")}>
          <CodeBlock
            label="Packages"
            code={Object.entries(kept.packages)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, version]) => `${name}==${version}`)
              .join("\n")}
            copy
          />
        </Disclosure>
      ) : null}
    </Section>
  );
}
