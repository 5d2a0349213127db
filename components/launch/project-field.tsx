"use client";

import { useQueryStates } from "nuqs";
import { projectSearch } from "#components/search-params/project.ts";
import { useShellCounts } from "#components/shell/bench-shell.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Which project a launch goes into: the one that is shown, else the default one. */
export function ProjectField() {
  const [{ project }, setShown] = useQueryStates(projectSearch);
  const counts = useShellCounts();
  if (!counts || (counts.projects.length < 2 && project === null)) return null;
  return (
    <SelectField
      label="Project"
      value={project ?? counts.defaultProject}
      onChange={(slug) => void setShown({ project: slug })}
      options={counts.projects.map(({ name, slug }) => ({ value: slug, label: visibleName(name) }))}
      width={200}
    />
  );
}
