CREATE TABLE `alert_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`reached` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`alert_id` integer NOT NULL,
	`webhook_id` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_at` integer,
	`last_sentence` text,
	`body` text,
	FOREIGN KEY (`alert_id`) REFERENCES `alerts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_deliveries_by_alert` ON `alert_deliveries` (`alert_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `alert_deliveries_due` ON `alert_deliveries` (`next_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `alert_deliveries_by_webhook` ON `alert_deliveries` (`webhook_id`,`state`);--> statement-breakpoint
CREATE TABLE `alert_mutes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`until` integer,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_mutes_by_subject` ON `alert_mutes` (`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `alert_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`metric` text NOT NULL,
	`condition` text NOT NULL,
	`value` real,
	`span` real NOT NULL,
	`unit` text NOT NULL,
	`scope` text NOT NULL,
	`subject` text,
	`level` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cause` text NOT NULL,
	`kind` text NOT NULL,
	`rule` text NOT NULL,
	`level` text NOT NULL,
	`title` text NOT NULL,
	`why` text NOT NULL,
	`run_id` text,
	`at` integer NOT NULL,
	`read_at` integer,
	`muted` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_by_cause` ON `alerts` (`cause`);--> statement-breakpoint
CREATE INDEX `alerts_by_run` ON `alerts` (`run_id`);--> statement-breakpoint
CREATE INDEX `alerts_by_rule` ON `alerts` (`rule`);--> statement-breakpoint
CREATE INDEX `alerts_unread` ON `alerts` (`id`) WHERE read_at is null and not muted;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`form` text NOT NULL,
	`kinds` text NOT NULL,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_until` integer,
	`enabled` integer DEFAULT true NOT NULL,
	`off_because` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO alert_cursors (name, reached) SELECT 'states', coalesce(max(id), 0) FROM status_events;
