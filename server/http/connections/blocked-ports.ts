/**
 * Ports of mail, chat, printers and the like that no browser opens, whatever listens there: the list of the Fetch standard, section
 * "port blocking". A server on one of them would start well and could not be reached.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
   139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
   1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
);

/** Whether browsers refuse to open this port. Port 0, which stands for any free one, is none of them. */
export const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port);

/** The next port that browsers open. */
export function openPortAfter(port: number): number {
  let next = port + 1;
  while (isBlockedPort(next)) next += 1;
  return next;
}
