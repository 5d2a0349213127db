"use client";

import { FigurePreview } from "#components/charts/figures/figure-preview.tsx";
import { readFigure } from "#components/charts/figures/read-figure.ts";
import { HistogramBars } from "#components/charts/histograms/histogram-bars.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import type { ShownMedium } from "#server/contracts/media/media.ts";
import type { MediaKind } from "#server/contracts/external/media.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { MediaTable } from "./media-table.tsx";

interface MediumProps {
  kind: MediaKind;
  name: string;
  step: number;
  medium: ShownMedium;
}

/** A figure as far as it can be drawn. */
function Figure({ figure }: { figure: unknown }) {
  const read = readFigure(figure);
  return read ? (
    <FigurePreview figure={read} />
  ) : (
    <Notice>
      This figure has no preview here: lines, points and bars are drawn. Its file has all of it.
    </Notice>
  );
}

function Shown({ kind, name, step, medium }: MediumProps) {
  const { id, fileId, preview, histogram, caption, figure } = medium;
  if (histogram) return <HistogramBars step={step} {...histogram} />;
  if (kind === "table" || kind === "increment") return <MediaTable id={id} name={name} />;
  const source = `/api/files/m${fileId}`;
  const words = visibleName(caption ?? name);
  switch (preview) {
    case "image":
      // As it came: what is measured of a picture must not be made smaller on its way.
      // oxlint-disable-next-line next/no-img-element
      return <img src={source} alt={words} loading="lazy" />;
    case "audio":
      // What was logged has no captions of its own.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio src={source} controls preload="none" aria-label={words} />;
    case "video":
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video src={source} controls preload="metadata" aria-label={words} />;
    case "html":
      return <iframe src={source} sandbox="" loading="lazy" title={words} referrerPolicy="no-referrer" />;
    case "plotly":
      return <Figure figure={figure} />;
    default:
      return <Notice>A file of this kind has no preview.</Notice>;
  }
}

/** One medium with its caption and its file. */
export function Medium(props: MediumProps) {
  const { caption, fileId, bytes, missing, inGroups } = props.medium;
  return (
    <figure className="medium">
      {missing === null ? (
        <Shown {...props} />
      ) : (
        <Notice>
          {missing} {inGroups ? <PageLink href="?tab=groups">Read them under Groups</PageLink> : null}
        </Notice>
      )}
      {caption || fileId !== null ? (
        <figcaption className="tiny muted">
          {caption ? <span>{visibleName(caption)} </span> : null}
          {fileId === null ? null : (
            <a href={`/api/files/${fileId}`} download>
              Download{bytes === null ? "" : `, ${writeBytes(bytes)}`}
            </a>
          )}
        </figcaption>
      ) : null}
    </figure>
  );
}
