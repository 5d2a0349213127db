CREATE TABLE `queue` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`told` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
