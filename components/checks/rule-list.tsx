import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import type { RuleInfo } from "#server/checks/rule.ts";
import { useHash } from "#components/ui/use-hash.ts";

/** Every rule by its name; what it looks at and when it fires is under it, open where a link led there. */
export function RuleList({ rules }: { rules: readonly RuleInfo[] }) {
  const hash = useHash();
  return (
    <ul className="rules">
      {rules.map((rule) => (
        <li key={rule.id} id={rule.id}>
          {/* Another link opens another rule, whatever was open. */}
          <Disclosure
            key={String(hash === rule.id)}
            open={hash === rule.id}
            summary={
              <>
                <code>{rule.id}</code> {rule.name} <span className="muted">{rule.family}</span>
              </>
            }
          >
            <p>{rule.why}</p>
            <Pairs
              pairs={[
                { name: "Looks at", value: rule.formula },
                { name: "Fires", value: rule.threshold },
                ...(rule.gate ? [{ name: "Silent", value: rule.gate }] : []),
                { name: "Source", value: rule.source },
                { name: "What to do", value: rule.action },
              ]}
            />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
