-- The rows of `points` stay: db/points/move-old-points.ts brings them into the new form, then drops the table.
CREATE TABLE `chunk_data` (
	`id` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chunks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`series_id` integer NOT NULL,
	`x0` real NOT NULL,
	`x1` real NOT NULL,
	`n` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` blob NOT NULL,
	`summary` blob NOT NULL,
	`parts` blob NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chunks_by_series` ON `chunks` (`series_id`,`x0`);--> statement-breakpoint
CREATE TABLE `dead_chunks` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `point_sources` (
	`attempt_id` text NOT NULL,
	`source` text NOT NULL,
	`last_seq` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `source`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `point_writer` (
	`id` integer PRIMARY KEY NOT NULL,
	`writer` text NOT NULL,
	`revision` integer NOT NULL,
	`next_seg` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sealed_attempts` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`points` integer,
	`bytes` integer,
	`sha256` text,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `segs` (
	`id` integer PRIMARY KEY NOT NULL,
	`series_id` integer NOT NULL,
	`prev` integer,
	`n` integer NOT NULL,
	`x0` real NOT NULL,
	`x1` real NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`metric` text NOT NULL,
	`axis` text DEFAULT 'step' NOT NULL,
	`n` integer DEFAULT 0 NOT NULL,
	`nan` integer DEFAULT 0 NOT NULL,
	`pos_inf` integer DEFAULT 0 NOT NULL,
	`neg_inf` integer DEFAULT 0 NOT NULL,
	`sum` real DEFAULT 0,
	`min_value` real,
	`min_x` real,
	`max_value` real,
	`max_x` real,
	`first_x` real,
	`last_x` real,
	`last_value` real,
	`last_kind` integer DEFAULT 0 NOT NULL,
	`last_at` real,
	`mean_value` real GENERATED ALWAYS AS (sum / nullif(n - nan - pos_inf - neg_inf, 0)) VIRTUAL,
	`tangled` integer DEFAULT false NOT NULL,
	`due` integer DEFAULT 0 NOT NULL,
	`first_seg` integer,
	`last_seg` integer,
	`segs` integer DEFAULT 0 NOT NULL,
	`loose` integer DEFAULT 0 NOT NULL,
	`merge_seg` integer,
	`merge_x` real,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_series`("id", "attempt_id", "metric") SELECT "id", "attempt_id", "metric" FROM `series`;--> statement-breakpoint
DROP TABLE `series`;--> statement-breakpoint
ALTER TABLE `__new_series` RENAME TO `series`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `series_by_attempt_metric` ON `series` (`attempt_id`,`metric`,`axis`);--> statement-breakpoint
CREATE INDEX `series_due` ON `series` (`due`) WHERE due > 0;--> statement-breakpoint
CREATE INDEX `series_first_seg` ON `series` (`first_seg`) WHERE first_seg is not null;
