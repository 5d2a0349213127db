CREATE TABLE `looks` (
	`experiment_id` text NOT NULL,
	`number` integer NOT NULL,
	`seeds` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`experiment_id`, `number`)
);
