import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { LeftFile } from "#server/contracts/attempts/continuing.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const KIND_WORDS: Record<string, string> = {
  start_weights: "weights it started from",
  weights: "final weights",
  prm: "process reward model",
  problems: "problem set",
};

export const artifactCount = ({ files, artifacts }: RunDetail): number =>
  artifacts.length + files.filter(({ goneAt }) => goneAt === null).length;

const step = (value: number | null): string => (value === null ? NOT_MEASURED : writeWhole(value));

function Weights({ run }: { run: RunDetail }) {
  return (
    <Section title="By content" note="kept here, whole, with the hash of its bytes">
      <Table label="Artifacts by content" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>What</HeadCell>
            <HeadCell num>Attempt</HeadCell>
            <HeadCell num>Step</HeadCell>
            <HeadCell num>Size</HeadCell>
            <HeadCell>SHA-256</HeadCell>
            <HeadCell>Download</HeadCell>
          </Row>
        </thead>
        <tbody>
          {run.artifacts.map((artifact) => (
            <Row key={artifact.id}>
              <Cell fixed>{KIND_WORDS[artifact.kind] ?? artifact.kind}</Cell>
              <Cell num>{writeWhole(artifact.attempt)}</Cell>
              <Cell num>{writeWhole(artifact.trainStep)}</Cell>
              <Cell num>{writeBytes(artifact.bytes)}</Cell>
              <Cell quiet>
                <span className="mono">{artifact.sha256.slice(0, 12)}</span>
              </Cell>
              <Cell>
                {artifact.kept ? (
                  <a href={`/api/files/w${artifact.id}`} download>
                    float32
                  </a>
                ) : (
                  "named only"
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

const placeOf = (run: RunDetail, file: LeftFile): string =>
  run.attempts.find(({ n }) => n === file.attempt)?.worker ?? NOT_MEASURED;

function Left({ run, now }: { run: RunDetail; now: number }) {
  return (
    <Section title="On the worker" note="checkpoints by reference; small files are kept here, too">
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
                {file.sha256 === null ? (
                  NOT_MEASURED
                ) : (
                  <span className="mono">{file.sha256.slice(0, 12)}</span>
                )}
              </Cell>
              <Cell quiet>{file.goneAt === null ? placeOf(run, file) : "gone"}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

/** What the run leaves: by content here, by reference on its worker. */
export function RunArtifacts({ run, now }: { run: RunDetail; now: number }) {
  if (run.artifacts.length === 0 && run.files.length === 0)
    return <Notice>It has left nothing so far: no weights, no checkpoint, no file.</Notice>;
  return (
    <>
      {run.artifacts.length > 0 ? <Weights run={run} /> : null}
      {run.files.length > 0 ? <Left run={run} now={now} /> : null}
    </>
  );
}
