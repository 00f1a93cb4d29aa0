import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// How long does "overdue discover" take on a host with 1,000 jobs? Makes an image of such a host, and lists its jobs.

const PROGRAM = fileURLToPath(new URL('../cli/bin/overdue.js', import.meta.url));
const ROUNDS = 7;
const USERS = 150;
const LINES = 4;
const SYSTEM_FILES = 40;
const SYSTEM_LINES = 5;
const TIMERS = 200;

const root = mkdtempSync(join(tmpdir(), 'overdue-bench-'));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const each = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join('');

write('etc/hostname', 'bench\n');
write('etc/timezone', 'Europe/Riga\n');
write('usr/lib/systemd/systemd', '');
for (let n = 0; n < USERS; n += 1) {
  const lines = each(
    LINES,
    (line) => `# Job ${line}\n${n % 60} ${line} * * 1-5 cd /srv/u${n} && ./job-${line} | tee log\\%${line}\n`,
  );
  write(`var/spool/cron/crontabs/user${n}`, `MAILTO=""\n${lines}`);
}
for (let n = 0; n < SYSTEM_FILES; n += 1)
  write(
    `etc/cron.d/app${n}`,
    each(SYSTEM_LINES, (line) => `*/${line + 2} * * * * root /opt/app${n}/job${line} --quiet\n`),
  );
for (let n = 0; n < TIMERS; n += 1) {
  write(
    `usr/lib/systemd/system/job${n}.timer`,
    `[Timer]\nOnCalendar=Mon..Fri ${n % 24}:${n % 60}\nRandomizedDelaySec=5min\n`,
  );
  write(`usr/lib/systemd/system/job${n}.service`, `[Service]\nType=oneshot\nExecStart=/opt/job${n}\n`);
  write(`etc/systemd/system/timers.target.wants/job${n}.timer`, '');
}

const times: number[] = [];
let jobs = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const startedAt = performance.now();
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'discover', '--root', root, '--json'],
    {
      env: { PATH: process.env.PATH, OVERDUE_STATE: join(root, 'state') },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  times.push(performance.now() - startedAt);
  if (status !== 0) throw new Error(stderr.toString());
  jobs = JSON.parse(stdout.toString()).jobs.length;
}
rmSync(root, { recursive: true });
const sorted = times.toSorted((a, b) => a - b).map((ms) => Math.round(ms));
process.stdout.write(
  `${jobs} jobs: median ${sorted[ROUNDS >> 1]} ms, ${sorted[0]} to ${sorted[ROUNDS - 1]} ms\n`,
);
