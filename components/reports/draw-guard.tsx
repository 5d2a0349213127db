"use client";

import { Component, type ReactNode } from "react";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Shows a way to the source in the place of a report that the browser cannot draw. */
export class DrawGuard extends Component<{ editHref: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <Notice>This report cannot be drawn. Its text is whole: open it and shorten it.</Notice>
        <LinkButton href={this.props.editHref}>Edit the text</LinkButton>
      </>
    );
  }
}
