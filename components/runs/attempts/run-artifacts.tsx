import { LoggedArtifacts } from "#components/external/logged-artifacts.tsx";
import { SentFiles } from "#components/external/sent-files.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { LeftFiles } from "./left-files.tsx";

const KIND_WORDS: Record<string, string> = {
  start_weights: "weights it started from",
  weights: "final weights",
  prm: "process reward model",
  problems: "problem set",
};

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

/** What the run leaves: by content here, by reference on its worker, and what its client sent. */
export function RunArtifacts({ run, now }: { run: RunDetail; now: number }) {
  const sent = run.external?.files ?? run.logged.files;
  const { artifacts } = run.logged;
  if (run.artifacts.length + run.files.length + sent.length + artifacts.length === 0)
    return <Notice>It has left nothing so far: no weights, no checkpoint, no file.</Notice>;
  return (
    <>
      {run.artifacts.length > 0 ? <Weights run={run} /> : null}
      {run.files.length > 0 ? <LeftFiles run={run} now={now} /> : null}
      {artifacts.length > 0 ? <LoggedArtifacts artifacts={artifacts} /> : null}
      {sent.length > 0 ? <SentFiles files={sent} /> : null}
    </>
  );
}
