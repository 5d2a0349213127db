"use client";

import type { EditorView } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { ReportChip } from "#server/contracts/reports/report-chips.ts";
import { answered, sourceShown, unasked } from "./chips.ts";
import { type AskChoices, openMenu } from "./slash-menu.ts";
import { replaceText, startEditor } from "./start-editor.ts";

/** What the page does to the editor. */
export interface EditorHandle {
  openMenu(): void;
}

interface TextEditorProps {
  ref?: Ref<EditorHandle>;
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSave: () => void;
  /** What the server says of the queries of a text, which may be an earlier one. */
  answer: { text: string; chips: readonly ReportChip[] } | null;
  /** No value is asked for now. */
  isUnasked: boolean;
  /** Queries are shown as they are written. */
  source: boolean;
  ask: AskChoices;
}

/** The text of a report being written, with its queries as chips. The text is the page's; this shows it and says what changed. */
export function TextEditor(props: TextEditorProps) {
  const { ref, label, text, answer, isUnasked, source } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  /** Texts that were told to the page and may not have come back yet: none of them is news. */
  const told = useRef<string[]>([]);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!parent.current) return undefined;
    const started = startEditor({
      parent: parent.current,
      text: latest.current.text,
      label,
      onChange(next) {
        told.current.push(next);
        latest.current.onChange(next);
      },
      onSave: () => latest.current.onSave(),
      ask: (...question) => latest.current.ask(...question),
    });
    view.current = started;
    return () => {
      started.destroy();
      view.current = null;
      told.current = [];
    };
  }, [label]);
  useLayoutEffect(() => {
    const at = told.current.indexOf(text);
    if (at >= 0) told.current.splice(0, at + 1);
    else if (view.current) replaceText(view.current, text);
  }, [text]);
  useEffect(() => view.current?.dispatch({ effects: sourceShown.of(source) }), [source]);
  useEffect(() => view.current?.dispatch({ effects: unasked.of(isUnasked) }), [isUnasked]);
  useEffect(() => {
    if (answer) view.current?.dispatch({ effects: answered.of(answer) });
  }, [answer]);
  useImperativeHandle(ref, () => ({ openMenu: () => view.current && openMenu(view.current) }), []);
  return <div className="report-text" ref={parent} />;
}
