import type { ReactNode } from "react";
import { TooltipHost } from "#components/ui/overlays/tooltip-host.tsx";
import { type Command, CommandPalette } from "./command-palette.tsx";
import { GoingBar } from "./going-bar.tsx";
import { KeyHelp, KeyListener } from "./key-listener.tsx";
import { PhoneMenu } from "./phone-menu.tsx";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";

interface AppShellProps extends Omit<SidebarProps, "onLeave"> {
  /** What the palette offers everywhere. */
  commands: Command[];
  /** More of them are on their way. */
  isFinding: boolean;
  onPalette?: () => void;
  /** What is typed into the palette; empty again when it is closed. */
  onQuery?: (query: string) => void;
  /** The page, most often a `PageFrame`. */
  children: ReactNode;
}

/** Sidebar and page, with what every page has: skip link, tooltip, palette, keys. */
export function AppShell({ commands, isFinding, onPalette, onQuery, children, ...sidebar }: AppShellProps) {
  return (
    <>
      <a className="btn skip" href="#main">
        Skip to the page
      </a>
      <div className="shell">
        <aside className="side" aria-label="Ablab">
          <Sidebar {...sidebar} />
        </aside>
        <div>{children}</div>
      </div>
      <GoingBar />
      <PhoneMenu {...sidebar} />
      <CommandPalette commands={commands} isFinding={isFinding} onOpen={onPalette} onQuery={onQuery} />
      <KeyListener />
      <KeyHelp />
      <TooltipHost />
    </>
  );
}
