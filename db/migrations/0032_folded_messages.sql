ALTER TABLE `alert_deliveries` ADD `folded_into` text;--> statement-breakpoint
CREATE INDEX `alert_deliveries_folded` ON `alert_deliveries` (`folded_into`) WHERE folded_into is not null;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `fold` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `webhooks` SET `fold` = true WHERE `form` = 'slack';
