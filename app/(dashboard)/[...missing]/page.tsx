import { notFound } from "next/navigation";

/** Every address that no page has, so that what says so stands in the shell. */
export default function Page() {
  notFound();
}
