CREATE TABLE `audit_items` (
	`audit_id` text NOT NULL,
	`position` integer NOT NULL,
	`stratum` integer NOT NULL,
	`step` integer NOT NULL,
	`key` text NOT NULL,
	`place` integer NOT NULL,
	`reward` real NOT NULL,
	`length` real,
	`digest` text NOT NULL,
	PRIMARY KEY(`audit_id`, `position`),
	FOREIGN KEY (`audit_id`) REFERENCES `audits`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `audit_marks` (
	`audit_id` text NOT NULL,
	`position` integer NOT NULL,
	`by` text NOT NULL,
	`is_right` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`audit_id`, `by`, `position`),
	FOREIGN KEY (`audit_id`) REFERENCES `audits`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `audits` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`phase` text NOT NULL,
	`step` integer,
	`threshold` real NOT NULL,
	`seed` integer NOT NULL,
	`digest` text NOT NULL,
	`strata` text NOT NULL,
	`unrewarded` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audits_by_draw` ON `audits` (`run_id`,`digest`);--> statement-breakpoint
CREATE INDEX `audits_by_run` ON `audits` (`run_id`,`at`);