import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { type Crontab, parseCrontab } from './crontab.ts';

function read(text: string): Crontab {
  const result = parseCrontab(text);
  if (!result.ok) throw new Error(result.message);
  return result.crontab;
}

describe('a pasted crontab line', () => {
  test.each<[line: string, expected: Partial<Crontab>]>([
    [
      '0 2 * * 1-5 /usr/local/bin/pg-dump.sh',
      { cron: '0 2 * * 1-5', command: '/usr/local/bin/pg-dump.sh', name: 'pg-dump', timezone: null },
    ],
    ['  */5\t*  * * *   echo  "a  b"  ', { cron: '*/5 * * * *', command: 'echo  "a  b"' }],
    ['@daily certbot renew -q', { cron: '@daily', command: 'certbot renew -q', name: 'certbot renew' }],
    ['-*/15 * * * * /usr/bin/atop', { cron: '*/15 * * * *', command: '/usr/bin/atop' }],
    ['CRON_TZ=Europe/Riga\n0 2 * * * x', { timezone: 'Europe/Riga', cron: '0 2 * * *' }],
    ['CRON_TZ = "europe/riga"\n0 2 * * * x', { timezone: 'Europe/Riga' }],
    ['SHELL=/bin/sh\nMAILTO=""\n\n# Nightly dump\n0 2 * * * x', { name: 'Nightly dump', warnings: [] }],
    ['# An old one\n\n0 2 * * * /opt/run.sh', { name: 'run' }],
    ['0 2 * * * /opt/run.sh # Invoices', { name: 'Invoices' }],
    ['0 2 * * * date +\\%F', { command: 'date +%F', warnings: [] }],
    [
      String.raw`0 2 * * * printf "\\n\\\%"\\\\%input`,
      { command: String.raw`printf "\n\%"\\`, warnings: [expect.stringContaining('after %')] },
    ],
  ])('%j', (line, expected) => {
    expect(read(line)).toMatchObject(expected);
  });

  test.each<[line: string, user: string | null, command: string]>([
    ['0 2 * * * root /usr/bin/backup', 'root', '/usr/bin/backup'],
    ['0 2 * * * www-data php /var/www/cron.php', 'www-data', 'php /var/www/cron.php'],
    ['0 2 * * * deploy cd /srv && make', 'deploy', 'cd /srv && make'],
    ['0 2 * * * ann /usr/local/bin/x', 'ann', '/usr/local/bin/x'],
    ['*/5 * * * * backup /opt/backup/run.sh --all', 'backup', '/opt/backup/run.sh --all'],
    ['0 2 * * * ann ./run.sh', 'ann', './run.sh'],
    ['0 2 * * * ann ~/run.sh', 'ann', '~/run.sh'],
    ['0 2 * * * php8 /var/www/cron.php', null, 'php8 /var/www/cron.php'],
    ['0 2 * * * restic /home', null, 'restic /home'],
    ['0 2 * * * load /etc/load.yml', null, 'load /etc/load.yml'],
    ['0 2 * * * load /srv/orders/', null, 'load /srv/orders/'],
    ['0 2 * * * load.sh /srv/orders', null, 'load.sh /srv/orders'],
    ['0 2 * * * A=1 /srv/orders', null, 'A=1 /srv/orders'],
    ['0 2 * * * php /var/www/cron.php', null, 'php /var/www/cron.php'],
    ['0 2 * * * sudo /usr/bin/x', null, 'sudo /usr/bin/x'],
    ['0 2 * * * rsync /a /b', null, 'rsync /a /b'],
    ['0 2 * * * backup', null, 'backup'],
  ])('%j: the user of /etc/crontab is %j', (line, user, command) => {
    const { warnings, ...rest } = read(line);
    expect(rest.command).toBe(command);
    expect(warnings).toEqual(user === null ? [] : [expect.stringContaining(`"${user}"`)]);
  });

  test.each<[line: string, hasUser: boolean | undefined, user: string | null, possible: string | null]>([
    ['0 2 * * * backup /opt/run.sh', undefined, 'backup', 'backup'],
    ['0 2 * * * backup /opt/run.sh', false, null, 'backup'],
    ['0 2 * * * ann.lee backup --all', undefined, null, 'ann.lee'],
    ['0 2 * * * ann.lee backup --all', true, 'ann.lee', 'ann.lee'],
    ['0 2 * * * backup --all', true, null, null],
    ['0 2 * * * certbot renew', undefined, null, null],
    ['0 2 * * * /opt/run.sh x', true, null, null],
    ['0 2 * * * backup', true, null, null],
  ])('%j, hasUser %j: user %j, possible user %j', (line, hasUser, user, possibleUser) => {
    const result = parseCrontab(line, hasUser);
    const { parts } = result.ok ? result.crontab : read(line);
    expect(result).toMatchObject({ ok: true, crontab: { user, possibleUser } });
    expect(parts.before + parts.command + parts.after).toBe(line);
    expect(parts.before.includes(user ?? 'no user')).toBe(user !== null);
  });

  test.each([
    [
      '0 2 * * * a\n5 3 * * * b\n# c\nX=1\n@daily d',
      'Only the first line was read. Add a monitor for each of the other 2.',
    ],
    ['TZ=Europe/Riga\n0 2 * * * a', 'TZ applies only to the command'],
    ['0 2 * * *', 'There is no command'],
    ['30 0 2 * * * run', 'six fields'],
    ['0 2 * * * mail -s a%body', 'input for the command'],
  ])('%j warns', (line, warning) => {
    expect(read(line).warnings).toEqual([expect.stringContaining(warning)]);
  });

  test.each([
    ['', 'Paste a line'],
    ['# 0 2 * * * x\nA=1', 'Paste a line'],
    ['@reboot /x', 'For a program that runs all the time, create a monitor with an interval'],
    ['0 25 * * * x', 'hour'],
    ['backup.sh', 'isn’t a crontab line'],
    ['CRON_TZ=Mars/Base\n0 2 * * * x', 'Unknown time zone'],
    ['0 0 30 2 * x', 'never fires'],
    [`${'1,'.repeat(300)}1 * * * * x`, 'longer than'],
  ])('%j is refused with words that help', (line, message) => {
    const result = parseCrontab(line);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});

test.each([
  ['0 2 * * * /opt/run.sh -q', '0 2 * * * ', '/opt/run.sh -q', ''],
  ['  @daily\troot  date +\\%F  ', '  @daily\troot  ', 'date +\\%F', '  '],
  ['-5 3 * * * deploy cd /srv && make', '-5 3 * * * deploy ', 'cd /srv && make', ''],
  ['0 2 * * * mail -s a%first%second', '0 2 * * * ', 'mail -s a', '%first%second'],
  ['A=1\n# x\n0 2 * * * a\n0 3 * * * b\n', 'A=1\n# x\n0 2 * * * ', 'a', '\n0 3 * * * b\n'],
  ['0 2 * * *', '0 2 * * *', '', ''],
])('%j has the command between two unchanged parts', (line, before, command, after) => {
  const { parts } = read(line);
  expect(parts).toEqual({ before, command, after });
});

test.each([
  ['cd /srv/app && /usr/bin/php artisan schedule:run >> /dev/null 2>&1', 'artisan schedule:run'],
  ['sudo -u postgres nice -n 10 pg_dumpall > /b.sql', 'pg_dumpall'],
  ['flock -n /tmp/lock timeout 300 python3 -u /opt/etl/load_orders.py --all', 'load_orders'],
  ['/bin/bash -lc "cd /x; ./sync.sh -v"', 'sync'],
  ['A=1 B=2 restic backup /home', 'restic backup'],
  ['curl -fsS https://overdue.example.com/ping/x/start; ./job.rb', 'job'],
  ['test -x /usr/sbin/anacron || run-parts --report /etc/cron.daily', 'run-parts'],
  ['npm run build --silent', 'npm run build'],
  ['java -jar /opt/report.jar', 'report'],
  ['php', 'php'],
  ['curl https://example.com/cron', 'curl'],
  ['', ''],
  ['/usr/bin/overdue exec --ping https://overdue.example.com/ping/x -- /opt/pg-dump.sh -q', 'pg-dump'],
  [
    "overdue exec --ping https://overdue.example.com/ping/x -- /bin/sh -c 'cd /srv && ./backup | tee log'",
    'backup',
  ],
  ['runitor -uuid 1 -- restic backup', 'restic backup'],
])('the name suggested for %j is %j', (command, name) => {
  expect(read(`0 2 * * * ${command}`).name).toBe(name);
});

test.each([
  ['spaces after a comment sign', `0 2 * * * x #${' '.repeat(9900)}'`],
  ['comment signs', `0 2 * * * x${' #'.repeat(4900)}'`],
  ['slashes', `0 2 * * * ${'/'.repeat(9900)}x`],
  ['spaces', `0 2 * * * ${'x '.repeat(4900)}`],
])('the maximum number of %s is parsed quickly', (_, line) => {
  parseCrontab(line);
  const takenMs = processorMs(() => {
    for (let round = 0; round < 20; round += 1) parseCrontab(line);
  });
  expect(takenMs).toBeLessThan(500);
});

// crond of cronie draws a delay of 0 to RANDOM_DELAY minutes when it starts; `load_entry` ignores values above a day.
test.each([
  ['RANDOM_DELAY=45\n0 * * * * run', 2700],
  ['RANDOM_DELAY=45\nRANDOM_DELAY=0\n0 * * * * run', 0],
  ['RANDOM_DELAY=1441\n0 * * * * run', 0],
  ['RANDOM_DELAY=x\n0 * * * * run', 0],
  ['0 * * * * run', 0],
])('%j may start %i s late', (text, randomDelay) => {
  const result = parseCrontab(text);
  expect(result).toMatchObject({ ok: true, crontab: { randomDelay } });
  if (result.ok)
    expect(result.crontab.warnings.some((text) => text.includes('RANDOM_DELAY'))).toBe(randomDelay > 0);
});
