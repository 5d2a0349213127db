CREATE TABLE `page_digests` (
	`id` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
