CREATE TABLE `attempt_findings` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`state` text NOT NULL,
	`findings` text NOT NULL
);
