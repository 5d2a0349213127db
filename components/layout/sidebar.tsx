import type { ProjectName } from "#server/contracts/housekeeping/projects.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
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
  projects: ProjectName[];
  /** Slug of the project that is shown; null: all are. */
  project: string | null;
  onProject: (slug: string | null) => void;
  /** Machines and their devices; empty: no worker has called yet. */
  devices: DeviceUse[];
  /** Who is looking: "local", or a name. */
  identity: string;
  onLeave?: () => void;
}

const SHOWN_WORKERS = 2;

/** Navigation with counts, the device meter, identity and colours. In the shell at the left, on a phone in the menu. */
export function Sidebar({ groups, projects, project, onProject, devices, identity, onLeave }: SidebarProps) {
  return (
    <div className="side-in">
      <div className="side-head">
        <Wordmark href="/" />
      </div>
      <div className="side-project">
        <Select
          label="Project"
          value={projects.some(({ slug }) => slug === project) ? (project ?? "") : ""}
          onChange={(slug) => {
            onProject(slug || null);
            onLeave?.();
          }}
          options={[
            { value: "", label: "All projects" },
            ...projects.map(({ name, slug }) => ({ value: slug, label: visibleName(name) })),
          ]}
        />
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
