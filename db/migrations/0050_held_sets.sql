CREATE TABLE `held_sets` (
	`hash` text PRIMARY KEY NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
