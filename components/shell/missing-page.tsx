import { PageHead } from "#components/layout/page-head.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { BenchPage } from "./bench-page.tsx";

/** An address that leads to nothing, with the ways on around it. */
export function MissingPage() {
  return (
    <BenchPage crumbs={[{ label: "No such page" }]} dataAt={0}>
      <PageHead
        title="There is no such page"
        sentence="The address may be mistyped, or the thing it names belongs to another data directory."
        actions={<LinkButton href="/">Go to Overview</LinkButton>}
      />
    </BenchPage>
  );
}
