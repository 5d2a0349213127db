import { Slots } from "#components/ui/strip.tsx";
import { Wordmark } from "#components/ui/marks/wordmark.tsx";
import { writeOf } from "#server/wording/counts.ts";
import { type NavGroup, NavList } from "./nav-list.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export interface DeviceUse {
  worker: string;
  held: number;
  total: number;
}

export interface SidebarProps {
  groups: NavGroup[];
  /** Name of the project, beside the mark. */
  project?: string;
  /** Machines and their devices; empty: no worker has called yet. */
  devices: DeviceUse[];
  /** Who is looking: "local", or a name. */
  identity: string;
  onLeave?: () => void;
}

const SHOWN_WORKERS = 2;

/** Navigation with counts, the device meter, identity and colours. In the shell at the left, on a phone in the menu. */
export function Sidebar({ groups, project, devices, identity, onLeave }: SidebarProps) {
  return (
    <div className="side-in">
      <div className="side-head">
        <Wordmark href="/" />
        {project ? <span className="side-project">{project}</span> : null}
      </div>
      <NavList groups={groups} onLeave={onLeave} />
      <div className="side-foot">
        {devices.length === 0 ? <p>no worker yet</p> : null}
        {devices.slice(0, SHOWN_WORKERS).map(({ worker, held, total }) => (
          <div key={worker}>
            <div className="side-line" aria-hidden="true">
              <span>{worker}</span>
              <span>
                {held} of {total} devices
              </span>
            </div>
            <Slots label={`${worker}: ${writeOf(held, total, "device")} held`} held={held} total={total} />
          </div>
        ))}
        {devices.length > SHOWN_WORKERS ? <p>and {devices.length - SHOWN_WORKERS} more</p> : null}
        <div className="side-line">
          <span>{identity}</span>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}
