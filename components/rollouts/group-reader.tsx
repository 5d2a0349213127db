"use client";

import { useQuery } from "@tanstack/react-query";
import { useKeys } from "#components/layout/use-keys.ts";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/button.tsx";
import { QuietButton } from "#components/ui/quiet-button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { topics } from "#server/contracts/live.ts";
import type { CompletionOrder } from "#server/contracts/rollout-limits.ts";
import type { PromptVisit, RolloutGroup, RolloutStepView } from "#server/contracts/rollouts.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writePlace } from "#server/wording/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import { COMPLETION_SORTS } from "./completion-list.tsx";
import { CompletionPair, type PairSide } from "./completion-pair.tsx";
import { GroupTable, sortCompletions } from "./group-table.tsx";
import { PromptText } from "./prompt-text.tsx";
import { PromptVisits } from "./prompt-visits.tsx";
import { groupWords } from "./reward-words.ts";
import type { ChangeView, RolloutPlace, RolloutView } from "./rollout-search.ts";

interface GroupReaderProps {
  runId: string;
  step: RolloutStepView;
  /** Key of the group. */
  group: string;
  view: RolloutView;
  onView: ChangeView;
}

const NO_RUN = "";
/** Texts that are stacked at once. */
const MOST_STACKED = 16;

/** The two that are read where nobody has chosen: the best and the worst, which differ most. */
function placesToRead(group: RolloutGroup, open: readonly number[]): number[] {
  const known = open.filter((place) => group.completions.some((one) => one.place === place));
  const ranked = sortCompletions(group, "reward").map(({ place }) => place);
  const wanted = [...known, ranked[0], ranked[ranked.length - 1]].filter((place) => place !== undefined);
  return [...new Set(wanted)].slice(0, 2);
}

const sideOf = (group: RolloutGroup, place: number, name: string): PairSide => ({
  runId: group.runId,
  phase: group.phase,
  step: group.step,
  key: group.key,
  place,
  name,
  completion: group.completions.find((one) => one.place === place),
});

const completionName = (place: number): string => `Completion ${writeCount(place + 1)}`;

/** What the run beside did with the same prompt, at the same step or the last before it. */
function visitBeside(
  visits: readonly PromptVisit[],
  { phase, step }: RolloutStepView,
): PromptVisit | undefined {
  const ofPhase = visits.filter((visit) => visit.phase === phase);
  return ofPhase.findLast((visit) => visit.step <= step) ?? ofPhase[0];
}

function useGroup(runId: string, at: Pick<RolloutPlace, "phase" | "step" | "key"> | null | undefined) {
  const { phase, step, key } = at ?? { phase: "train" as const, step: 0, key: "" };
  return useQuery(
    useApi().rollouts.group.queryOptions(
      { runId, phase, step, key },
      { enabled: Boolean(at) && runId !== NO_RUN, meta: liveOn([topics.run(runId)], 2000) },
    ),
  );
}

function useVisits(runId: string, hash: string | undefined) {
  const query = useQuery(
    useApi().rollouts.visits.queryOptions(
      { runId, hash: hash ?? "" },
      { enabled: hash !== undefined && runId !== NO_RUN, meta: liveOn([topics.run(runId)], 5000) },
    ),
  );
  return query.data ?? [];
}

/** One group: its prompt, its completions as a table, and the texts of two of them beside each other. */
export function GroupReader(props: GroupReaderProps) {
  const { runId, step, group: key } = props;
  const query = useGroup(runId, { phase: step.phase, step: step.step, key });
  return (
    <QueryState query={query} what="the group" height={400}>
      {(group) => <OpenGroup {...props} opened={group} />}
    </QueryState>
  );
}

function OpenGroup({
  runId,
  step,
  view,
  onView,
  opened: group,
}: GroupReaderProps & { opened: RolloutGroup }) {
  const { hash, phase } = group;
  const otherId = view.with ?? NO_RUN;
  const visits = useVisits(runId, hash);
  const otherVisits = useVisits(otherId, hash);
  const beside = visitBeside(otherVisits, step);
  const other = useGroup(otherId, beside);
  const runs = useQuery(useApi().rollouts.others.queryOptions({ runId, hash }));
  const pinned = useGroup(runId, view.pin);
  const otherName = runs.data?.find(({ id }) => id === view.with)?.name ?? "the other run";
  const places = placesToRead(group, view.open);
  const isAll = view.show === "all";
  const places2 = other.data ? placesToRead(other.data, view.open.slice(1)) : [];

  const sides = isAll
    ? sortCompletions(group, view.by)
        .slice(0, MOST_STACKED)
        .map(({ place }) => sideOf(group, place, completionName(place)))
    : pairOf();

  function pairOf(): PairSide[] {
    const own = places.map((place) => sideOf(group, place, completionName(place)));
    if (other.data && beside)
      return [
        own[0],
        sideOf(
          other.data,
          places2[0],
          `${completionName(places2[0])} of ${otherName}, step ${writePlace(beside.step)}`,
        ),
      ];
    const { pin } = view;
    if (pin && pinned.data) {
      const rest = own.filter(({ place }) => !isPlace(pin, group, place));
      return [sideOf(pinned.data, pin.place, `Pinned: ${pinWords(pin)}`), ...rest.slice(0, 1)];
    }
    return own;
  }

  const open = (place: number) => {
    const isOneSided = view.pin !== null || view.with !== null;
    const next = isOneSided
      ? [place, ...view.open.slice(1)]
      : places.includes(place)
        ? places
        : [places[places.length - 1], place];
    onView({ step: step.step, phase, group: group.key, open: next, part: 0, show: null });
  };
  const pin = () => {
    if (view.pin && isPlace(view.pin, group, places[0])) return onView({ pin: null });
    onView({ pin: { phase, step: step.step, key: group.key, place: places[0] } });
  };
  useKeys([{ keys: "p", label: "Pin the first completion, or let it go", group: "Groups", run: pin }]);

  return (
    <>
      <Section
        title={visibleName(group.key)}
        note={groupWords(group)}
        end={
          <>
            {view.pin ? (
              <QuietButton onClick={() => onView({ pin: null })}>Let go of {pinWords(view.pin)}</QuietButton>
            ) : (
              <Button size="small" keys="p" onClick={pin}>
                Pin {writeCount((places[0] ?? 0) + 1)}
              </Button>
            )}
            <Select
              label="Order of the completions"
              value={view.by}
              options={COMPLETION_SORTS}
              onChange={(by) => onView({ by: by as CompletionOrder })}
            />
          </>
        }
      >
        <div className="rollout-ask">
          <PromptText key={`${group.hash} ${group.step}`} group={group} found={view.q} />
          <PromptVisits
            visits={visits.filter((visit) => visit.phase === phase)}
            others={otherVisits.filter((visit) => visit.phase === phase)}
            at={group}
            onOpen={(visit) => onView({ step: visit.step, phase, group: visit.key, open: [], part: 0 })}
          />
        </div>
        <GroupTable
          label={`Completions of ${visibleName(group.key)}`}
          group={group}
          order={view.by}
          open={sides
            .filter(
              ({ runId: of, key: its, step: at }) => of === runId && its === group.key && at === group.step,
            )
            .map(({ place }) => place)}
          onOpen={open}
        />
        {runs.data && runs.data.length > 0 ? (
          <div className="toolbar">
            <Select
              label="Another run with this prompt"
              value={view.with ?? NO_RUN}
              width={260}
              options={[
                { value: NO_RUN, label: "no other run beside" },
                ...runs.data.map(({ id, name }) => ({ value: id, label: `beside ${name}` })),
              ]}
              onChange={(id) =>
                onView({ with: id === NO_RUN ? null : id, open: places.slice(0, 1), part: 0, show: null })
              }
            />
          </div>
        ) : null}
      </Section>
      {other.data && beside ? (
        <Section
          rule="thin"
          title={`The same prompt in ${otherName}`}
          note={`step ${writePlace(beside.step)}, ${groupWords(other.data)}`}
        >
          <GroupTable
            label={`Completions of ${otherName}`}
            group={other.data}
            order={view.by}
            open={isAll ? [] : places2.slice(0, 1)}
            onOpen={(place) => onView({ open: [places[0], place], part: 0, show: null })}
          />
        </Section>
      ) : null}
      {group.kind === "rewards" ? null : (
        <Section
          title={
            isAll ? "All beside each other" : sides.map(({ place }) => writeCount(place + 1)).join(" beside ")
          }
          note={sides.length === 2 ? "ink: differs, grey: the same in both" : undefined}
          end={
            <>
              {group.completions.length > 2 ? (
                <QuietButton onClick={() => onView({ show: isAll ? null : "all", part: 0 })}>
                  {isAll ? "Two beside each other" : `Stack ${writeCount(Math.min(MOST_STACKED, group.n))}`}
                </QuietButton>
              ) : null}
              <Segmented
                label="Face of the texts"
                value={view.face ?? "sans"}
                options={[
                  { value: "sans", label: "Sans" },
                  { value: "mono", label: "Mono" },
                ]}
                onChange={(face) => onView({ face: face === "mono" ? "mono" : null })}
              />
            </>
          }
        >
          {isAll ? (
            sides.map((side) => (
              <CompletionPair
                key={side.name}
                sides={[side]}
                found={view.q}
                isMono={view.face === "mono"}
                page={view.part}
                onPage={(part) => onView({ part })}
              />
            ))
          ) : sides.length > 0 ? (
            <CompletionPair
              sides={sides}
              found={view.q}
              isMono={view.face === "mono"}
              page={view.part}
              onPage={(part) => onView({ part })}
            />
          ) : null}
        </Section>
      )}
    </>
  );
}

const isPlace = (pin: RolloutPlace, group: RolloutGroup, place: number): boolean =>
  pin.phase === group.phase && pin.step === group.step && pin.key === group.key && pin.place === place;

const pinWords = ({ step, key, place }: RolloutPlace): string =>
  `${writeCount(place + 1)} of ${visibleName(key)}, step ${writePlace(step)}`;
