"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { LeftFile } from "#server/contracts/attempts/continuing.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { FreeSpace } from "./free-space.tsx";

const step = (value: number | null): string => (value === null ? NOT_MEASURED : writeWhole(value));

/** Where a file lies, or what becomes of it. */
function whereWords(run: RunDetail, file: LeftFile): string {
  if (file.goneAt !== null) return "gone";
  const worker = run.attempts.find(({ n }) => n === file.attempt)?.worker ?? NOT_MEASURED;
  if (file.problem !== null) return `${worker}: ${file.problem}`;
  return file.wish === "drop" ? `being removed from ${worker}` : worker;
}

/** The hash where it is known, else the wish for it. */
function HashCell({ file }: { file: LeftFile }) {
  const api = useApi();
  const ask = useMutation(api.files.hash.mutationOptions());
  if (file.sha256 !== null) return <span className="mono">{file.sha256.slice(0, 12)}</span>;
  if (file.goneAt !== null || file.wish === "drop") return NOT_MEASURED;
  if (file.wish === "hash" || ask.isPending) return "being read";
  const word = ask.error ? "not yet" : "read it";
  return (
    <span data-tip={ask.error?.message}>
      <QuietButton aria-label={`${word}: hash of ${file.path}`} onClick={() => ask.mutate({ id: file.id })}>
        {word}
      </QuietButton>
    </span>
  );
}

function PinCell({ file }: { file: LeftFile }) {
  const api = useApi();
  const pin = useMutation(api.files.pin.mutationOptions());
  if (file.kind !== "checkpoint" || file.goneAt !== null || file.wish === "drop") return null;
  const pinned = file.pinnedAt !== null;
  return (
    <QuietButton
      aria-label={`${pinned ? "Unpin" : "Pin"} ${file.path} of attempt ${writeWhole(file.attempt)}`}
      aria-pressed={pinned}
      onClick={() => pin.mutate({ id: file.id, pinned: !pinned })}
    >
      {pinned ? "Unpin" : "Pin"}
    </QuietButton>
  );
}

/** What the trainers of a run left on their worker: read, pinned, and removed by a rule with a preview. */
export function LeftFiles({ run, now }: { run: RunDetail; now: number }) {
  return (
    <Section
      title="On the worker"
      note="checkpoints by reference; small files are kept here, too"
      end={<FreeSpace run={run} />}
    >
      <Table label="Files on the worker" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>Path</HeadCell>
            <HeadCell>Kind</HeadCell>
            <HeadCell num>Attempt</HeadCell>
            <HeadCell num>Step</HeadCell>
            <HeadCell num>Size</HeadCell>
            <HeadCell>Written</HeadCell>
            <HeadCell>SHA-256</HeadCell>
            <HeadCell>Where</HeadCell>
            <HeadCell>Pinned</HeadCell>
          </Row>
        </thead>
        <tbody>
          {run.files.map((file) => (
            <Row key={file.id}>
              <Cell fixed>
                {file.kept ? (
                  <a className="mono" href={`/api/files/a${file.id}`} download>
                    {file.path}
                  </a>
                ) : (
                  <span className="mono">{file.path}</span>
                )}
              </Cell>
              <Cell>{file.kind}</Cell>
              <Cell num>{writeWhole(file.attempt)}</Cell>
              <Cell num>{step(file.trainStep)}</Cell>
              <Cell num>{writeBytes(file.bytes)}</Cell>
              <Cell>
                <Time at={file.writtenAt} now={now} form="clock" />
              </Cell>
              <Cell quiet>
                <HashCell file={file} />
              </Cell>
              <Cell quiet>{whereWords(run, file)}</Cell>
              <Cell>
                <PinCell file={file} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
