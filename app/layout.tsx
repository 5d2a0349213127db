import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { THEME_SCRIPT } from "#components/layout/theme-script.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Ablab", template: "%s · Ablab" },
  description: "A lab bench for RL post-training.",
  icons: { icon: "/mark.svg" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1212" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request makes every page dynamic, which the nonce of its scripts needs anyway.
  const request = await headers();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta name="ablab-csrf" content={request.get("x-ablab-csrf") ?? ""} />
        <link
          rel="preload"
          href="/fonts/Geist-Variable.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        {/* Before the first paint, so that no page flashes in the other theme. */}
        <script nonce={request.get("x-nonce") ?? undefined} suppressHydrationWarning>
          {THEME_SCRIPT}
        </script>
      </head>
      <body>
        <NuqsAdapter>{children}</NuqsAdapter>
      </body>
    </html>
  );
}
