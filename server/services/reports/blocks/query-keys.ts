import { z } from "zod";

export const metricKey = z.string().min(1, "Name a metric, for instance reward/raw.").max(256);
export const nameKey = z.string().min(1).max(200);

/** A list of at least one, at most `most`. */
export const listKey = (item: z.ZodType<string>, most: number) => z.array(item).min(1).max(most);
