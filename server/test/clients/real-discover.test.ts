import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, until } from '../running-server.ts';

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/overdue.js', import.meta.url));

const SYSTEM_CRONTAB =
  'SHELL=/bin/bash\n* * * * *\troot\techo "$BASH_VERSION" | grep -c .; echo orders 100\\%; exit 3; #\r\n';
const USER_CRONTAB =
  '# Ann\'s\nMAILTO=""\n\n * * * * *  cat; sleep 0%in\\%put%second\n@reboot x\n* * * * * true # Plain\n';

/** Script that runs in its own namespace and hides the crontabs of this machine. */
const SCRIPT = `
mount --make-rprivate /
mount --bind "$1/cron.d" /etc/cron.d
mount --bind "$1/spool" /var/spool/cron/crontabs
mount --bind "$1/run" /run
if [ -e /etc/crontab ]; then mount --bind /dev/null /etc/crontab; fi
set -e
crontab -u root "$1/user-crontab"
"$1/overdue" discover --apply --yes
crontab -u root -l > "$1/edited"
"$1/overdue" discover --apply --yes
cron -f & daemon=$!
read -r _
kill $daemon
"$1/overdue" discover --undo --yes
crontab -u root -l > "$1/restored"
`;

const mayHideCrontabs =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0 &&
  spawnSync('sh', ['-c', 'command -v cron && command -v crontab']).status === 0;

test.runIf(mayHideCrontabs)(
  'cron runs the edited lines, failures have their logs, and undo restores every byte',
  async () => {
    const server = await startServer();
    onTestFinished(() => server.stop());
    const folder = mkdtempSync(join(tmpdir(), 'overdue-discover-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['cron.d', 'spool', 'run']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'overdue'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@" \n`, {
      mode: 0o755,
    });
    writeFileSync(join(folder, 'cron.d/orders'), SYSTEM_CRONTAB, { mode: 0o644 });
    writeFileSync(join(folder, 'user-crontab'), USER_CRONTAB);
    const options = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'];
    const script = SCRIPT.replaceAll(/discover --(?:apply|undo)/g, `$& --program ${folder}/overdue`);
    const host = spawn('unshare', [...options, script, 'sh', folder], {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: folder,
        OVERDUE_URL: server.baseURL,
        OVERDUE_TOKEN: server.token,
        OVERDUE_STATE: join(folder, 'state'),
      },
    });
    onTestFinished(() => void host.kill('SIGKILL'));
    let output = '';
    for (const stream of [host.stdout, host.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const ended = new Promise<number | null>((resolve) => host.once('close', resolve));

    const statuses = async () => {
      const { monitors } = await server.api('GET', '/v1/monitors/');
      const list: readonly { readonly name: string; readonly status: string }[] = Array.isArray(monitors)
        ? monitors
        : [];
      return Object.fromEntries(list.map(({ name, status }) => [name.replace(/ on .*/, ''), status]));
    };
    // cron runs the lines at the next full minute.
    await until(
      async () => expect(await statuses(), output).toEqual({ grep: 'down', cat: 'up', Plain: 'up' }),
      {
        timeout: 100_000,
        interval: 500,
      },
    );
    host.stdin.end('\n');
    expect(await ended, output).toBe(0);
    expect(output).toContain('Nothing to do');
    const edited = readFileSync(join(folder, 'edited'), 'utf8');
    expect(edited).toMatch(
      /^ \* \* \* \* \* {2}\S+ exec --ping \S+ -- \/bin\/sh -c 'cat; sleep 0'%in\\%put%second$/m,
    );
    expect(edited).toMatch(/ -- \/bin\/sh -c 'true # Plain'$/m);
    expect(readFileSync(join(folder, 'restored'), 'utf8')).toBe(USER_CRONTAB);
    expect(readFileSync(join(folder, 'cron.d/orders'), 'utf8')).toBe(SYSTEM_CRONTAB);

    const { monitors } = await server.api('GET', '/v1/monitors/');
    const logs = await Promise.all(
      (Array.isArray(monitors) ? monitors : []).map(({ shortID }) => logOf(server, shortID)),
    );
    expect(logs.toSorted()).toEqual(['', '1\norders 100%\n', 'in%put\nsecond\n'].toSorted());
  },
);

async function logOf(
  { baseURL, token }: { readonly baseURL: string; readonly token: string },
  shortID: string,
): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${baseURL}/v1/monitors/${shortID}/events/2/body/`, { headers });
  return response.ok ? response.text() : '';
}
