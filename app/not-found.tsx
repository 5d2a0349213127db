import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

export default function NotFound() {
  return (
    <main className="page" id="main">
      <ErrorState
        title="There is no such page"
        happened="The address may be mistyped, or the thing it names belongs to another data directory."
        actions={<LinkButton href="/">Go to Overview</LinkButton>}
      />
    </main>
  );
}
