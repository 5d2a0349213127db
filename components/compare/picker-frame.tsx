import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState, type QueryLike } from "#components/layout/query-state.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { EmptyState, Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Table } from "#components/ui/tables/table.tsx";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { writeOf } from "#server/wording/counts.ts";
import { ChosenChips, chosenNote, fullNote } from "./chosen-chips.tsx";

/** A list that is asked for anew with each letter of its search stays until the next one is here. */
export const WHILE_SEARCHED = { placeholderData: keepPreviousData } as const;

interface Found<Item> {
  rows: Item[];
  total: number;
}

interface PickerFrameProps<Item> {
  /** "Runs": what is listed, one of it being a "run". */
  title: string;
  one: string;
  search: { value: string; onChange: (search: string) => void; placeholder: string };
  /** Beside the search. */
  more?: ReactNode;
  chosen: readonly string[];
  nameOf: (id: string) => string;
  onChange: (chosen: string[]) => void;
  /** Closes the list; missing while fewer than two are chosen. */
  onDone?: () => void;
  list: QueryLike<Found<Item>>;
  /** Where there is nothing to choose from at all. */
  ways: Parameters<typeof EmptyState>[0]["ways"];
  /** What the foot says of the list, after how much of it is shown. */
  foot?: (rows: Item[]) => string;
  /** Head and body of the table. */
  children: (rows: Item[]) => ReactNode;
}

/** A list to choose sides of a comparison from: its search, what is chosen, and the table. */
export function PickerFrame<Item>({ title, one, search, list, chosen, ...props }: PickerFrameProps<Item>) {
  const what = title.toLowerCase();
  return (
    <Section
      title={title}
      note={chosenNote(chosen)}
      end={
        props.onDone ? (
          <Button size="small" kind="primary" onClick={props.onDone}>
            Compare
          </Button>
        ) : undefined
      }
    >
      <div className="toolbar">
        <TextInput
          label={`Search the ${what}`}
          lead="Search"
          value={search.value}
          onChange={search.onChange}
          maxLength={ASK_LIMITS.search}
          placeholder={search.placeholder}
          width={320}
        />
        {props.more}
        <ChosenChips chosen={chosen} nameOf={props.nameOf} onChange={props.onChange} />
      </div>
      <QueryState
        query={list}
        what={`the ${what}`}
        height={240}
        empty={<EmptyState ways={props.ways} />}
        isEmpty={(found) => found.total === 0 && search.value === ""}
      >
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Notice>
              No {one} matches “{search.value}”.
            </Notice>
          ) : (
            <Table
              label={`${title} to choose from`}
              density="dense"
              foot={`Showing ${writeOf(rows.length, total)}. ${props.foot?.(rows) ?? ""}${fullNote(chosen)}`}
            >
              {props.children(rows)}
            </Table>
          )
        }
      </QueryState>
    </Section>
  );
}
