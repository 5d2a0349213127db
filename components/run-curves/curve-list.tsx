"use client";

import { pointsAt, useLitStore } from "#components/charts/lit.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { RunDot } from "#components/ui/marks/run-state.tsx";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import { countOf, plural, writeOf } from "#server/wording/counts.ts";
import { hiddenRun, hiddenVariant } from "./curve-names.ts";
import { seedsWords } from "./shown-words.ts";
import type { CurveScene } from "./curve-scene.ts";

interface CurveListProps {
  scene: CurveScene;
  /** Lines are configurations, and not runs. */
  grouped: boolean;
  hide: readonly string[];
  onHide: (names: string[]) => void;
}

/** Runs and their configurations with the colours of their lines: hides them, or all others. */
export function CurveList({ scene, grouped, hide, onHide }: CurveListProps) {
  const lit = useLitStore();
  const hidden = new Set(hide);
  const byVariant = Map.groupBy(scene.data.runs, (run) => run.variant);
  // Lines of configurations are of all runs, whatever the page.
  const groups = new Map(scene.data.groups.map((group) => [group.variant, group]));
  const listed = grouped ? groups : byVariant;
  const shownVariants = [...scene.variants.values()].filter(({ key }) => listed.has(key));
  const namesOf = (variant: CurveVariant) =>
    grouped
      ? [hiddenVariant(variant.key)]
      : (byVariant.get(variant.key) ?? []).map((run) => hiddenRun(run.id));
  const all = shownVariants.flatMap(namesOf);
  const missing = all.filter((name) => hidden.has(name)).length;
  const others = hide.filter((name) => !all.includes(name));
  const alone = grouped ? scene.data.runs.filter(({ id }) => hidden.has(hiddenRun(id))).length : 0;
  const set = (names: string[], shown: boolean) =>
    onHide(shown ? hide.filter((name) => !names.includes(name)) : [...new Set([...hide, ...names])]);
  // Runs by name count for nothing where seeds are together, and stay for when they do.
  const only = (names: string[]) => onHide([...others, ...all.filter((name) => !names.includes(name))]);
  return (
    <>
      {missing > 0 ? (
        <p className="curve-hidden">
          {writeOf(missing, all.length, grouped ? "configuration" : "run")} hidden.{" "}
          <QuietButton onClick={() => onHide([])}>Show all</QuietButton>
        </p>
      ) : null}
      {alone > 0 ? (
        <p className="curve-hidden">
          {countOf(alone, "run is", "runs are")} hidden run by run; seeds put together count{" "}
          {plural(alone, "it", "them")}.{" "}
          <QuietButton onClick={() => onHide(hide.filter((name) => all.includes(name)))}>
            {plural(alone, "Show it again", "Show them again")}
          </QuietButton>
        </p>
      ) : null}
      <ul className="curve-list">
        {shownVariants.map((variant) => {
          const names = namesOf(variant);
          const shown = names.filter((name) => !hidden.has(name)).length;
          const { label } = variant;
          const group = grouped ? groups.get(variant.key) : undefined;
          return (
            <li key={variant.key}>
              <div
                className="curve-row"
                {...pointsAt(lit, [variant.key, ...(byVariant.get(variant.key) ?? []).map(({ id }) => id)])}
              >
                <Checkbox
                  label={`Show ${label}`}
                  checked={shown > 0}
                  indeterminate={shown > 0 && shown < names.length}
                  onChange={(on) => set(names, on)}
                />
                <RunDot colour={scene.colours.get(variant.key) ?? "rest"} />
                <span className="curve-name">
                  {label}
                  {group ? <span className="muted small"> {seedsWords(group)}</span> : null}
                </span>
                <QuietButton aria-label={`Only ${label}`} onClick={() => only(names)}>
                  only
                </QuietButton>
              </div>
              {grouped ? null : (
                <RunRows
                  runs={byVariant.get(variant.key) ?? []}
                  called={scene.names}
                  hidden={hidden}
                  onShow={(name, on) => set([name], on)}
                  onOnly={(name) => only([name])}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface RunRowsProps {
  runs: CurveRun[];
  /** What each run is called, by id. */
  called: ReadonlyMap<string, string>;
  hidden: ReadonlySet<string>;
  onShow: (name: string, shown: boolean) => void;
  onOnly: (name: string) => void;
}

function RunRows({ runs, called, hidden, onShow, onOnly }: RunRowsProps) {
  const lit = useLitStore();
  return (
    <Disclosure summary={countOf(runs.length, "run")}>
      <ul>
        {runs.map((run) => {
          const name = hiddenRun(run.id);
          const label = called.get(run.id) ?? run.name;
          return (
            <li className="curve-row" key={run.id} {...pointsAt(lit, [run.id])}>
              <Checkbox
                label={`Show ${label}`}
                checked={!hidden.has(name)}
                onChange={(on) => onShow(name, on)}
              />
              <PageLink className="curve-name" href={`/runs/${run.id}`}>
                {label}
              </PageLink>
              <QuietButton aria-label={`Only ${label}`} onClick={() => onOnly(name)}>
                only
              </QuietButton>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
