"use client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#server/routers/index.ts";

/**
 * The typed door of every component to the server: `useApi().runs.get.queryOptions(...)`. `useApiClient()` asks without a
 * query cache.
 */
export const { TRPCProvider, useTRPC: useApi, useTRPCClient: useApiClient } = createTRPCContext<AppRouter>();
