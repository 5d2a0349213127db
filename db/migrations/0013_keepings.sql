CREATE TABLE `keepings` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`tags` text NOT NULL,
	`notes` text NOT NULL,
	`pinned` integer NOT NULL,
	`archived` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `keepings_by_kind` ON `keepings` (`kind`,`archived`);--> statement-breakpoint
ALTER TABLE `benchmarks` ADD `former_names` text DEFAULT '[]' NOT NULL;