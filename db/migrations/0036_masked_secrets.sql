CREATE TABLE `masked_runs` (
	`run_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `secret_sweeps` (
	`source` text PRIMARY KEY NOT NULL,
	`reached` integer NOT NULL,
	`masked` integer NOT NULL,
	`done` integer NOT NULL,
	`done_at` integer
);
