"use client";

import { Chip } from "#components/ui/controls/chip.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import type { Joining } from "#server/contracts/launch/joining.ts";
import { plural, writeCount } from "#server/wording/counts.ts";
import { writeSeedList } from "#server/wording/seeds.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Seeds as typed, without what typing them otherwise changes. */
const plain = (seeds: string): string => seeds.replaceAll(/\s/g, "");

interface JoinFieldsProps {
  joins: Joining | null;
  /** There is no such experiment, or these runs cannot join it; the page says why. */
  isRefused: boolean;
  seeds: string;
  missing: boolean;
  onChange: (change: { seeds?: string; missing?: boolean }) => void;
}

/** Which experiment the runs join, what it has of them, and what could be added by one press. */
export function JoinFields({ joins, isRefused, seeds, missing, onChange }: JoinFieldsProps) {
  if (!joins) return isRefused ? null : <p className="muted">Reading the experiment.</p>;
  const { experimentId, title, known, offers, caution, cost } = joins;
  return (
    <Field label="Runs join">
      {() => (
        <div>
          <p>
            <PageLink href={`/experiments/${experimentId}`}>{visibleName(title)}</PageLink>
            {known > 0
              ? `, which has ${writeCount(known)} of these configurations with ${plural(joins.seeds.length, "seed")} ${writeSeedList(joins.seeds)}`
              : ""}
          </p>
          {offers.length > 0 ? (
            <fieldset className="chips" aria-label="What to add">
              {offers.map((offer) => (
                <Chip
                  key={offer.words}
                  on={plain(offer.seeds) === plain(seeds)}
                  onPress={() => onChange({ seeds: offer.seeds, missing: true })}
                >
                  {offer.words}
                </Chip>
              ))}
            </fieldset>
          ) : null}
          {known > 0 ? (
            <Switch on={missing} onChange={(on) => onChange({ missing: on })}>
              Only what is missing
            </Switch>
          ) : null}
          {cost ? <p className="field-reason warn">{beginSentence(cost)}.</p> : null}
          {caution ? <p className="field-reason">{caution}</p> : null}
        </div>
      )}
    </Field>
  );
}
