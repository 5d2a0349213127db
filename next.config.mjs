/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The image optimizer is an attack surface this app has no use for.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
};

export default config;
