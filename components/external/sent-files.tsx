import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { SentFile } from "#server/contracts/external/logged-things.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { writeMoment } from "#server/wording/times.ts";

/** Files that the client of a run sent, as they came: downloads, never shown by the browser itself. */
export function SentFiles({ files }: { files: readonly SentFile[] }) {
  const hasTypes = files.some(({ type }) => type !== null);
  return (
    <Section title="Logged files" note={`${countOf(files.length, "file")}, sent by its client`}>
      <Table label="Logged files" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>File</HeadCell>
            {hasTypes ? <HeadCell>Type</HeadCell> : null}
            <HeadCell num>Size</HeadCell>
            <HeadCell>Came</HeadCell>
            <HeadCell>Kept</HeadCell>
          </Row>
        </thead>
        <tbody>
          {files.map(({ id, path, type, bytes, kept, at }) => (
            <Row key={id}>
              <Cell fixed wrap>
                {kept ? (
                  <a href={`/api/files/${id}`} download>
                    {visibleName(path)}
                  </a>
                ) : (
                  visibleName(path)
                )}
              </Cell>
              {hasTypes ? <Cell quiet>{type ?? ""}</Cell> : null}
              <Cell num>{writeBytes(bytes)}</Cell>
              <Cell>{writeMoment(at)}</Cell>
              <Cell quiet>{kept ? "as it came" : "name, size and hash only"}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
