import { CUT_FROM } from "./iis-chips.tsx";

interface StepActionProps {
  action: string;
  target: string | null;
}

/** An action with the element it acts on, as the policy named it. */
export function StepAction({ action, target }: StepActionProps) {
  return (
    <span className="mono">
      {action}
      {target === null ? null : (
        <>
          (
          <span className="target strong" data-tip={target.length > CUT_FROM ? target : undefined}>
            {target}
          </span>
          )
        </>
      )}
    </span>
  );
}
