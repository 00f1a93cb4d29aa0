import type { ParseFailure } from '../parse-failure.ts';
import { NAME_LENGTH_MAX } from '../text-lengths.ts';
import { CRON_LENGTH_MAX, parseCron } from './cron.ts';
import { suggestName } from './crontab-name.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from './timezone.ts';

export interface Crontab {
  readonly cron: string;
  /** Value of `CRON_TZ`; null if not set, because the times are then in the machine's zone. */
  readonly timezone: string | null;
  /** Value of `RANDOM_DELAY` in seconds, by which cronie may delay the run; 0 if not set. */
  readonly randomDelay: number;
  /** The command that cron runs, with `\%` and double backslashes unescaped; empty if there is none. */
  readonly command: string;
  /** Suggested monitor name, from a comment or else the command; empty if neither contains one. */
  readonly name: string;
  /** The user, as in `/etc/crontab`; null if the line has none. */
  readonly user: string | null;
  /** The word after the times, if the word may be a user name or the start of the command; null if it can't be a user name. */
  readonly possibleUser: string | null;
  /** The text around the command, so that a program can edit only the command. */
  readonly parts: CommandInText;
  readonly warnings: readonly string[];
}

/** A text in three pieces, so that a program can edit the command. The three pieces joined are the original text. */
export interface CommandInText {
  /** Everything before the command, such as settings, the times and the user. */
  readonly before: string;
  /** The command as written, with `\%`, but without its input. */
  readonly command: string;
  /** Everything after the command: its input, from the first unescaped `%` on, and the later lines of the text. */
  readonly after: string;
}

export type CrontabResult = { readonly ok: true; readonly crontab: Crontab } | ParseFailure;

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?!\s)(.*)$/;
/** Matches the start of the command's input: a percent sign after an even number of backslashes. */
const UNESCAPED_PERCENT = /(?<!\\)(?:\\\\)*%/;
/** Matches the characters that cron unescapes before the shell sees the command. */
const ESCAPED = /\\([%\\])/g;
const FIELD = /^[\d*?][\d*?,/LW#-]*$/i;

/**
 * Parses pasted crontab lines. Uses the first line with times, and the comments and settings before that line. `hasUser` says
 * whether a user follows the times; if undefined, the parser decides from the words.
 */
export function parseCrontab(text: string, hasUser?: boolean): CrontabResult {
  const texts = text.split(/\r?\n/);
  const settings = new Map<string, string>();
  let comment = '';
  let entry: PlacedLine | null = null;
  let unlistedCount = 0;
  for (const [index, untrimmed] of texts.entries()) {
    const line = untrimmed.trim();
    const [, key, value] = ASSIGNMENT.exec(line) ?? [];
    if (entry !== null) unlistedCount += line === '' || line.startsWith('#') || key !== undefined ? 0 : 1;
    else if (line.startsWith('#')) comment = line.replace(/^[#\s]+/, '');
    else if (line === '') comment = '';
    else if (key !== undefined && value !== undefined)
      settings.set(key, value.replace(/^(["'])(.*)\1$/, '$2'));
    else entry = { line, ...contextOf(texts, index) };
  }
  if (entry === null) return refuse('Paste a line of a crontab, like 0 2 * * * /usr/local/bin/backup.sh.');
  const warnings: string[] = [];
  if (unlistedCount > 0)
    warnings.push(`Only the first line was read. Add a monitor for each of the other ${unlistedCount}.`);
  const zone = readZone(settings, warnings);
  if (zone === undefined) return refuse(`CRON_TZ: ${UNKNOWN_TIMEZONE}`);
  const randomDelay = readRandomDelay(settings.get('RANDOM_DELAY') ?? '');
  if (randomDelay > 0)
    warnings.push(
      `cronie may delay each run by up to ${randomDelay / 60} minutes (RANDOM_DELAY). The grace period must include this time.`,
    );
  return readEntry(entry, { timezone: zone, randomDelay, comment, warnings, hasUser });
}

const DELAY_MINUTES_MAX = 24 * 60;

/**
 * Reads the value of cronie's `RANDOM_DELAY`, in minutes, as its `load_entry` does. Returns seconds; 0 if cronie ignores the value.
 * crond draws the delay when it starts.
 */
export function readRandomDelay(value: string): number {
  // Like strtol, reads the digits at the beginning.
  const minutes = Number.parseInt(value, 10);
  return minutes > 0 && minutes <= DELAY_MINUTES_MAX ? minutes * 60 : 0;
}

interface PlacedLine {
  readonly line: string;
  /** The text before the line, with its indentation, and the text after the line. */
  readonly before: string;
  readonly after: string;
}

function contextOf(texts: readonly string[], index: number): Omit<PlacedLine, 'line'> {
  const untrimmed = texts[index] ?? '';
  const indentation = untrimmed.slice(0, untrimmed.length - untrimmed.trimStart().length);
  return {
    before: [...texts.slice(0, index), indentation].join('\n'),
    after: [untrimmed.slice(untrimmed.trimEnd().length), ...texts.slice(index + 1)].join('\n'),
  };
}

function refuse(message: string): CrontabResult {
  return { ok: false, message };
}

function readZone(settings: ReadonlyMap<string, string>, warnings: string[]): string | null | undefined {
  const name = settings.get('CRON_TZ');
  if (name !== undefined) return parseTimezone(name) ?? undefined;
  if (settings.has('TZ'))
    warnings.push('TZ applies only to the command. Cron reads the times in the machine’s time zone.');
  return null;
}

interface LineContext {
  readonly timezone: string | null;
  readonly randomDelay: number;
  readonly comment: string;
  readonly warnings: string[];
  readonly hasUser: boolean | undefined;
}

function readEntry(
  place: PlacedLine,
  { timezone, randomDelay, comment, warnings, hasUser }: LineContext,
): CrontabResult {
  const entry = place.line;
  // In SUSE's cron, a leading minus means "do not log".
  const words = entry.replace(/^-(?=[\d*@])/, '').split(/\s+/);
  if (/^@reboot$/i.test(words[0] ?? ''))
    return refuse(
      '@reboot has no schedule: it runs at the start of the host only. For a program that runs all the time, create a monitor with an interval.',
    );
  const count = countFields(words, warnings);
  if (words.length < count)
    return refuse('This isn’t a crontab line. Start with five fields, like 0 2 * * *, or with @daily.');
  const expression = words.slice(0, count).join(' ');
  const read = parseCron(expression.slice(0, CRON_LENGTH_MAX + 1), timezone ?? 'UTC');
  if (!read.ok) return refuse(read.message);
  const rest = afterWords(entry, count);
  const commandWords = words.slice(count);
  const possibleUser = findPossibleUser(commandWords);
  const user = (hasUser ?? isLikelyUser(commandWords)) ? possibleUser : null;
  if (user !== null) warnings.push(`This line is from /etc/crontab: its user is "${user}".`);
  const written = user === null ? rest : afterWords(rest, 1);
  const input = UNESCAPED_PERCENT.exec(written);
  const raw = input === null ? written : written.slice(0, input.index + input[0].length - 1);
  if (input !== null) warnings.push('The text after % is input for the command and was left out.');
  const command = raw.replaceAll(ESCAPED, '$1').trim();
  if (command === '') warnings.push('There is no command after the times.');
  const name = (shellComment(command) || comment || suggestName(command)).slice(0, NAME_LENGTH_MAX).trim();
  const parts = {
    before: place.before + entry.slice(0, entry.length - written.length),
    command: raw,
    after: written.slice(raw.length) + place.after,
  };
  const { expression: cron } = read.cron;
  return {
    ok: true,
    crontab: { cron, timezone, randomDelay, command, name, user, possibleUser, parts, warnings },
  };
}

/** Returns how many words the schedule takes; a nickname takes one. */
function countFields(words: readonly string[], warnings: string[]): number {
  if (words[0]?.startsWith('@')) return 1;
  // A sixth word that matches `FIELD` is a field, because no command has such a name.
  if (words.length < 6 || !FIELD.test(words[5] ?? '')) return 5;
  warnings.push('The first of six fields was read as seconds, which crontab itself doesn’t support.');
  return 6;
}

function afterWords(text: string, count: number): string {
  return text.replace(new RegExp(`^(?:\\S+\\s*){${count}}`), '');
}

function shellComment(command: string): string {
  // Trims spaces instead of matching them, because a pattern with two adjacent space matchers backtracks.
  return /\s#([^#'"`]+)$/.exec(command)?.[1]?.trim() ?? '';
}

/** Matches user names, including names with dots and names of Samba machines. */
const USER = /^[A-Za-z_][\w.-]{0,31}\$?$/;
/** Matches names that `useradd` accepts by default. */
const USUAL_USER = /^[a-z_][a-z0-9_-]{0,31}$/;

/** Common users in `/etc/crontab`, where the user follows the times. None of these names is also a common program. */
const USERS: ReadonlySet<string> = new Set(
  'root daemon nobody www-data postgres mysql apache jenkins munin nagios zabbix vagrant ubuntu debian ec2-user'.split(
    ' ',
  ),
);
/** Programs and shell words that take arguments. They must not be mistaken for users. */
const PROGRAMS: ReadonlySet<string> = new Set(
  // Shells, interpreters and wrappers.
  (
    'sh bash dash zsh ksh fish csh tcsh ash busybox php python perl ruby node nodejs deno bun java lua tclsh pwsh mono dotnet ' +
    'sudo doas su runuser setpriv env nice ionice chrt taskset time timeout exec nohup flock lckdo chronic cronic setsid ' +
    'stdbuf chroot xargs parallel ts unbuffer script screen tmux systemd-cat systemd-run logger overdue eval command ' +
    'source test cd if for while case export set umask ulimit sleep true false echo printf run-parts run-one ' +
    // Files, texts and archives.
    'find cp mv rm ln ls cat tac head tail tar rsync scp sftp ssh mkdir rmdir touch chmod chown chgrp chattr install ' +
    'which stat du df dd tee truncate shred sync fstrim trim sed awk gawk grep egrep fgrep sort uniq cut wc tr diff ' +
    'cmp md5sum sha256sum gzip gunzip zcat bzip2 xz zstd zip unzip cpio split mount umount fsck rename tmpwatch ' +
    'tmpreaper logrotate updatedb readlink realpath pushd ' +
    // Programs that often run from cron.
    'curl wget restic rclone borg borgmatic duplicity duplicati kopia rsnapshot rdiff-backup tarsnap bup mysqldump ' +
    'mariadb mariadb-dump psql pg_dump pg_dumpall pg_restore mongodump mongo mongosh redis-cli sqlite sqlite3 ' +
    'docker docker-compose podman kubectl helm git svn hg make cmake npm npx yarn pnpm composer bundle rake rails ' +
    'artisan wp drush certbot acme.sh systemctl service journalctl apt apt-get dnf yum aws gcloud gsutil az s3cmd mc ' +
    'ansible ansible-playbook puppet chef-client terraform mail mailx sendmail msmtp clamscan freshclam aide tripwire ' +
    'fail2ban-client smartctl zfs zpool btrfs lvm xfs_fsr ntpdate hwclock ffmpeg convert rscript julia go cargo uv ' +
    'pip pipx poetry pipenv gpg openssl crontab at kill killall pkill nginx httpd apachectl caddy varnishadm'
  ).split(' '),
);
/** Matches a path without a trailing slash. The word before a folder or data file is a program, not a user. */
const PATH = /^(?:\/|\.\/|~\/)\S*[^/\s]$/;
const DATA =
  /\.(?:conf|cfg|ini|ya?ml|toml|json|xml|env|txt|log|csv|sql|db|sqlite3?|gz|bz2|xz|zst|tar|tgz|zip|bak)$/i;
/** Shell words that begin a command, so that the word before is a user. */
const BEGINNINGS: ReadonlySet<string> = new Set(['cd', 'test', '[', 'command']);

/** Returns the word after the times if it may be a user of `/etc/crontab`; null if it must be part of the command. */
function findPossibleUser([word = '', next = '']: readonly string[]): string | null {
  const isPossible = USER.test(word) && /^[^-|&;<>%#=]/.test(next) && !isProgram(word);
  return isPossible ? word : null;
}

/** Whether the word after the times is a user rather than a program. */
function isLikelyUser([word = '', next = '']: readonly string[]): boolean {
  if (!USUAL_USER.test(word) || isProgram(word)) return false;
  return USERS.has(word) || BEGINNINGS.has(next) || (PATH.test(next) && !DATA.test(next));
}

/** Whether a word is a known program, with or without a version, as in `python3.12`. */
function isProgram(word: string): boolean {
  return (
    PROGRAMS.has(word) ||
    PROGRAMS.has(word.replace(/(?:-|(?<![\d.]))[\d.]+$/, '')) ||
    /\.(?:sh|py|php|pl|rb|js)$/.test(word)
  );
}
