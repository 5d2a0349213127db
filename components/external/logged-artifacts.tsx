import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { LoggedArtifact } from "#server/contracts/external/logged-things.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { writeMoment } from "#server/wording/times.ts";

/** Versions of artifacts that the run logged, with what else each is called now. */
export function LoggedArtifacts({ artifacts }: { artifacts: readonly LoggedArtifact[] }) {
  return (
    <Section title="Versions" note={`${countOf(artifacts.length, "artifact version")} logged by this run`}>
      <Table label="Artifact versions" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>Artifact</HeadCell>
            <HeadCell>Version</HeadCell>
            <HeadCell>Aliases</HeadCell>
            <HeadCell>Type</HeadCell>
            <HeadCell num>Files</HeadCell>
            <HeadCell num>Size</HeadCell>
            <HeadCell>Logged</HeadCell>
            <HeadCell>Digest</HeadCell>
          </Row>
        </thead>
        <tbody>
          {artifacts.map(({ name, type, version, aliases, digest, files, bytes, at }) => (
            <Row key={`${name}:${version}`}>
              <Cell fixed wrap>
                {visibleName(name)}
              </Cell>
              <Cell>v{version}</Cell>
              <Cell wrap>{aliases.map(visibleName).join(", ")}</Cell>
              <Cell>{visibleName(type)}</Cell>
              <Cell num>{writeWhole(files)}</Cell>
              <Cell num>{writeBytes(bytes)}</Cell>
              <Cell>{writeMoment(at)}</Cell>
              <Cell quiet>
                <span className="mono">{digest.slice(0, 12)}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
