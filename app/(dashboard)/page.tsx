import type { Metadata } from "next";

export const metadata: Metadata = { title: "Overview" };
export default function Page() {
  return <main id="main">Overview</main>;
}
