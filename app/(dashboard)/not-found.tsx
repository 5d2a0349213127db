import { MissingPage } from "#components/shell/missing-page.tsx";

export default function NotFound() {
  return <MissingPage />;
}
