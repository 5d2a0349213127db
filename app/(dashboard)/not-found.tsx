import { MissingPageLater } from "#components/shell/missing-page-later.tsx";

export default function NotFound() {
  return <MissingPageLater />;
}
