/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The image optimizer is an attack surface this app has no use for.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  turbopack: {
    // Recharts and d3 bring each other whole. What no chart here has a use for is 23 kB of every page with one.
    resolveAlias: {
      "victory-vendor/d3-scale": "./server/plot/library/scales.ts",
      "victory-vendor/d3-shape": "./server/plot/library/shapes.ts",
      "d3-interpolate": "./server/plot/library/interpolate.ts",
      "d3-time": "./server/plot/library/left-out.ts",
      "d3-time-format": "./server/plot/library/left-out.ts",
      "decimal.js-light": "./server/plot/library/left-out.ts",
    },
  },
};

export default config;
