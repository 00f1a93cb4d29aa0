import { CRON_LENGTH_MAX, parseCron } from './cron.ts';
import { suggestName } from './crontab-name.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';

/** What a line of a crontab says, for filling in a monitor. */
export interface Crontab {
  /** An expression that `parseCron` takes. */
  readonly cron: string;
  /** Of `CRON_TZ`; null when the text says nothing of a zone, so that the times are those of the machine. */
  readonly timezone: string | null;
  /** What cron runs, with `\%` as the plain character that it stands for; empty when there is none. */
  readonly command: string;
  /** For the monitor: of a comment, else of the command; empty when neither tells. */
  readonly name: string;
  /** What was left out or guessed, in sentences. */
  readonly warnings: readonly string[];
}

export type CrontabResult =
  | { readonly ok: true; readonly crontab: Crontab }
  | { readonly ok: false; readonly message: string };

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
const FIELD = /^[\d*?][\d*?,/LW#-]*$/i;
const NAME_LENGTH_MAX = 200;

/** Those that follow the times of `/etc/crontab` most often. None that is also the name of a common program. */
const USERS: ReadonlySet<string> = new Set(
  'root daemon nobody www-data postgres mysql apache jenkins munin nagios zabbix vagrant ubuntu debian ec2-user'.split(
    ' ',
  ),
);
/** Programs that take another program: they are no users, although a path follows. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'sudo env nice ionice time timeout exec nohup flock chronic cronic sh bash dash zsh ksh php python python3 perl ruby ' +
    'node setsid stdbuf doas su chroot xargs find cp mv rm ls cat tar rsync source systemd-cat logger which'
  ).split(' '),
);

/**
 * Reads what somebody pastes from a crontab: one line, or several, of which the first that has times counts. Comments and
 * settings around it are heeded.
 */
export function parseCrontab(text: string): CrontabResult {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const settings = new Map<string, string>();
  let comment = '';
  let entry: string | null = null;
  let more = 0;
  for (const line of lines) {
    const [, key, value] = ASSIGNMENT.exec(line) ?? [];
    if (entry !== null) more += line === '' || line.startsWith('#') || key !== undefined ? 0 : 1;
    else if (line.startsWith('#')) comment = line.replace(/^[#\s]+/, '');
    else if (line === '') comment = '';
    else if (key !== undefined && value !== undefined)
      settings.set(key, value.replace(/^(["'])(.*)\1$/, '$2'));
    else entry = line;
  }
  if (entry === null) return refuse('Paste a line of a crontab, like 0 2 * * * /usr/local/bin/backup.sh.');
  const warnings: string[] = [];
  if (more > 0) warnings.push(`Only the first line is read: ${more} more would be monitors of their own.`);
  const zone = readZone(settings, warnings);
  if (zone === undefined) return refuse(`CRON_TZ: ${UNKNOWN_TIMEZONE}`);
  return readEntry(entry, { timezone: zone, comment, warnings });
}

function refuse(message: string): CrontabResult {
  return { ok: false, message };
}

/** Undefined when there is no such zone. */
function readZone(settings: ReadonlyMap<string, string>, warnings: string[]): string | null | undefined {
  const name = settings.get('CRON_TZ');
  if (name !== undefined) return parseTimezone(name) ?? undefined;
  if (settings.has('TZ'))
    warnings.push('TZ is for the command alone: cron reads the times in the zone of the machine.');
  return null;
}

interface Around {
  readonly timezone: string | null;
  readonly comment: string;
  readonly warnings: string[];
}

function readEntry(entry: string, { timezone, comment, warnings }: Around): CrontabResult {
  // SUSE's cron takes a minus in front for "do not log".
  const words = entry.replace(/^-(?=[\d*@])/, '').split(/\s+/);
  if (/^@reboot$/i.test(words[0] ?? ''))
    return refuse('@reboot names no time: there is nothing to expect. Choose an interval instead.');
  const count = countFields(words, warnings);
  if (words.length < count)
    return refuse(
      'This is no line of a crontab: it begins with five fields, like 0 2 * * *, or with @daily.',
    );
  const expression = words.slice(0, count).join(' ');
  const read = parseCron(expression.slice(0, CRON_LENGTH_MAX + 1), timezone ?? 'UTC');
  if (!read.ok) return refuse(read.message);
  const rest = afterWords(entry, count);
  const user = findUser(words.slice(count));
  if (user !== null) warnings.push(`"${user}" was taken for the user, as in /etc/crontab.`);
  const command = unescapePercent(user === null ? rest : afterWords(rest, 1), warnings);
  if (command === '') warnings.push('There is no command after the times.');
  const name = (shellComment(command) || comment || suggestName(command)).slice(0, NAME_LENGTH_MAX).trim();
  return { ok: true, crontab: { cron: read.cron.expression, timezone, command, name, warnings } };
}

/** How many words the times are: a nickname is one. */
function countFields(words: readonly string[], warnings: string[]): number {
  if (words[0]?.startsWith('@')) return 1;
  // No command is called so.
  if (words.length < 6 || !FIELD.test(words[5] ?? '')) return 5;
  warnings.push(
    'There are six fields: the first one was read as seconds, which crontab itself does not know.',
  );
  return 6;
}

/** What comes after so many words, with its own spaces as they are. */
function afterWords(text: string, count: number): string {
  return text.replace(new RegExp(`^(?:\\S+\\s*){${count}}`), '');
}

/** Only `/etc/crontab` and `/etc/cron.d` have users, and nothing but the word tells. */
function findUser([word = '', next]: readonly string[]): string | null {
  if (next === undefined || !/^[a-z_][a-z0-9_-]{0,31}$/.test(word)) return null;
  if (USERS.has(word)) return word;
  if (WRAPPERS.has(word)) return null;
  const isProgram = /^\/(?:\S+\/)?s?bin\//.test(next) || ['cd', 'test', '[', 'command'].includes(next);
  return isProgram ? word : null;
}

/** In a crontab, what follows a bare `%` is the command's input. */
function unescapePercent(command: string, warnings: string[]): string {
  const bare = /(?<!\\)%/.exec(command);
  if (bare !== null) warnings.push('What follows the % is input for the command, not part of it.');
  return (bare === null ? command : command.slice(0, bare.index)).replaceAll('\\%', '%').trim();
}

function shellComment(command: string): string {
  // Spaces are trimmed and not matched: a pattern that may take them twice would try all ways of sharing them.
  return /\s#([^#'"`]+)$/.exec(command)?.[1]?.trim() ?? '';
}
