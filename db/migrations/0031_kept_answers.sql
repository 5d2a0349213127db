CREATE TABLE `kept_answers` (
	`experiment_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`answer` text NOT NULL,
	`differences` text NOT NULL,
	`worked_at` integer NOT NULL,
	`due` integer NOT NULL
);
