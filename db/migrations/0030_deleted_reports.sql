CREATE TABLE `deleted_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`whole` text NOT NULL,
	`deleted_by` text NOT NULL,
	`goes_at` integer NOT NULL
);
