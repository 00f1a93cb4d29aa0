/** The program that reads the crontabs of a host: Debian's cron 3.0pl1, or cronie of Red Hat, Fedora, SUSE and Arch. */
export type CronProgram = 'debian' | 'cronie';

/** Result of reading a crontab as cron does. */
export interface CronReading {
  /** Why cron ignores the whole crontab; null if cron reads it. */
  readonly problem: string | null;
  /** Lines that cron doesn't take for settings or comments, by their number from 1. */
  readonly lines: ReadonlyMap<number, CronLine>;
}

export type CronLine =
  /** `times`: the times that cron understood, without the characters that cron skips. */
  | { readonly isRead: true; readonly times: string }
  /** Why cron ignores the line. */
  | { readonly isRead: false; readonly problem: string };

export interface CronReader {
  readonly program: CronProgram;
  /** Whether each line has a user, as in `/etc/crontab`. */
  readonly isSystem: boolean;
  readonly hasUser: (name: string) => boolean;
}

interface Field {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: 'minute', low: 0, high: 59, names: [] },
  { name: 'hour', low: 0, high: 23, names: [] },
  { name: 'day of month', low: 1, high: 31, names: [] },
  {
    name: 'month',
    low: 1,
    high: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of week', low: 0, high: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];
const NICKNAMES = ['reboot', 'yearly', 'annually', 'monthly', 'weekly', 'daily', 'midnight', 'hourly'];

/**
 * Maximum length of a command. Debian's cron refuses a crontab with a longer command, `MAX_COMMAND` - 2 in cron.h. cronie cuts longer
 * commands off, `MAX_COMMAND` - 1 in macros.h, which is also Linux's limit for an argument.
 */
export const COMMAND_BYTES_MAX: Readonly<Record<CronProgram, number>> = { debian: 998, cronie: 131_071 };
/** Debian's cron reads at most this many bytes of a line when it looks for a setting. */
const DEBIAN_SETTING_BYTES = 998;
/** `MAX_TAB_LINES` in Debian's cron.h, and the three lines of the header. */
const DEBIAN_LINES_MAX = 10_003;
/** `MAX_USER_ENTRIES`, `MAX_USER_ENVS` and `MAX_GARBAGE` in macros.h of cronie. They apply to crontabs of users. */
const CRONIE_ENTRIES_MAX = 10_000;
const CRONIE_SETTINGS_MAX = 1000;
const CRONIE_GARBAGE_MAX = 32_768;

/**
 * Reads a crontab as cron does: `load_user`, `load_env` and `load_entry` in user.c, env.c and entry.c. Debian's cron ignores the
 * whole crontab if one line is wrong; cronie ignores the line.
 * @param text the bytes of the crontab as Latin-1
 */
export function readAsCron(text: string, reader: CronReader): CronReading {
  const isDebian = reader.program === 'debian';
  const lines = new Map<number, CronLine>();
  const written = text.split('\n');
  const unended = written.pop() ?? '';
  let entries = 0;
  let settings = 0;
  let garbage = 0;
  for (const [index, line] of written.entries()) {
    const useful = line.replace(/^[ \t]+/, '');
    if (useful === '' || useful.startsWith('#')) {
      garbage += line.length + 1;
      if (!isDebian && !reader.isSystem && garbage > CRONIE_GARBAGE_MAX)
        return {
          problem: `more than ${CRONIE_GARBAGE_MAX} characters of comments follow one another`,
          lines,
        };
      continue;
    }
    garbage = 0;
    if (isSetting(useful, reader.program)) {
      settings += 1;
      continue;
    }
    entries += 1;
    const read = readEntry(useful, reader);
    lines.set(index + 1, read);
    if (isDebian && !read.isRead) return { problem: `line ${index + 1}: ${read.problem}`, lines };
  }
  const rest = unended.replace(/^[ \t]+/, '');
  if (rest !== '' && !rest.startsWith('#')) {
    const problem = 'the last line doesn’t end with a line break';
    if (isDebian) return { problem, lines };
    lines.set(written.length + 1, { isRead: false, problem });
  }
  return { problem: problemOfLength({ entries, settings, lineCount: written.length }, reader), lines };
}

function problemOfLength(
  {
    entries,
    settings,
    lineCount,
  }: { readonly entries: number; readonly settings: number; readonly lineCount: number },
  { program, isSystem }: CronReader,
): string | null {
  if (program === 'debian')
    return lineCount > DEBIAN_LINES_MAX ? `it has more than ${DEBIAN_LINES_MAX} lines` : null;
  if (isSystem) return null;
  if (entries > CRONIE_ENTRIES_MAX) return `it has more than ${CRONIE_ENTRIES_MAX} jobs`;
  return settings > CRONIE_SETTINGS_MAX ? `it has more than ${CRONIE_SETTINGS_MAX} settings` : null;
}

/** The states of `load_env`, in their order. */
const [NAME_START, NAME, BEFORE_EQUALS, AFTER_EQUALS, VALUE_START, VALUE, END] = [0, 1, 2, 3, 4, 5, 6];

/** Whether cron takes a line for a setting, such as `SHELL=/bin/bash`. */
function isSetting(line: string, program: CronProgram): boolean {
  const text = program === 'debian' ? line.slice(0, DEBIAN_SETTING_BYTES) : line;
  let state = NAME_START;
  let quote = '';
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (state === NAME_START || state === VALUE_START) {
      if (character === "'" || character === '"') {
        quote = character;
        at += 1;
      }
      state = state === NAME_START ? NAME : VALUE;
    } else if (state === NAME || state === VALUE) {
      if (quote !== '') {
        if (character === quote) state = state === NAME ? BEFORE_EQUALS : END;
        else if (state === NAME && character === '=') return false;
        at += 1;
      } else if (state === NAME && character === '=') state = BEFORE_EQUALS;
      else {
        if (state === NAME && isSpace(character)) state = BEFORE_EQUALS;
        at += 1;
      }
    } else if (state === BEFORE_EQUALS) {
      if (character === '=') {
        state = AFTER_EQUALS;
        quote = '';
      } else if (!isSpace(character)) return false;
      at += 1;
    } else if (isSpace(character)) at += 1;
    else if (state === AFTER_EQUALS) state = VALUE_START;
    else return false;
  }
  // Debian's cron takes `NAME=` without a value for a job with a wrong minute. cronie takes it for a setting.
  return (
    state === END || (state === VALUE && quote === '') || (state === AFTER_EQUALS && program === 'cronie')
  );
}

function isSpace(character: string): boolean {
  return /^[ \t\n\v\f\r]$/.test(character);
}

function readEntry(line: string, { program, isSystem, hasUser }: CronReader): CronLine {
  const isDebian = program === 'debian';
  let rest = line;
  if (!isDebian && rest.startsWith('-')) rest = rest.slice(1);
  const read = rest.startsWith('@') ? readNickname(rest) : readFields(rest, program);
  if (typeof read === 'string') return { isRead: false, problem: read };
  rest = read.rest;
  const wrong = (problem: string): CronLine => ({ isRead: false, problem });
  if (isSystem) {
    const [, user = '', separator = '', command = ''] = /^([^ \t]*)([ \t]*)(.*)$/s.exec(rest) ?? [];
    if (user === '' || separator === '') return wrong('the user or the command is missing');
    if (!isDebian && command === '') return wrong('the command is missing');
    if (!hasUser(user)) return wrong(`there is no user ${user}`);
    rest = command;
  } else if (rest.startsWith('*')) return wrong('a sixth * follows the times');
  else if (!isDebian && rest === '') return wrong('the command is missing');
  if (isDebian && rest.length > COMMAND_BYTES_MAX.debian)
    return wrong(`the command is longer than ${COMMAND_BYTES_MAX.debian} bytes`);
  if (!isDebian && /^-(?!n[ \t]+[^ \t])/.test(rest))
    return wrong('the command begins with an unknown option');
  return { isRead: true, times: read.times };
}

type Times = { readonly times: string; readonly rest: string } | string;

function readNickname(line: string): Times {
  const [, name = '', rest = ''] = /^@([^ \t]*)[ \t]*(.*)$/s.exec(line) ?? [];
  return NICKNAMES.includes(name) ? { times: `@${name}`, rest } : `there is no nickname @${name}`;
}

function readFields(line: string, program: CronProgram): Times {
  let rest = line;
  const times: string[] = [];
  for (const field of FIELDS) {
    const [, word = '', after = ''] = /^([^ \t]*)[ \t]*(.*)$/s.exec(rest) ?? [];
    const read = program === 'debian' ? readDebianField(word, field) : readCronieField(word, field);
    if (read === null) return `the ${field.name} is wrong`;
    times.push(read);
    rest = after;
  }
  return { times: times.join(' '), rest };
}

/** Matches an item at the beginning: a star, a value or a range, and its step. */
const ITEM = /^(?:\*|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/([a-z0-9]+))?/i;

/** Returns the items of a field that cron uses; null if cron refuses the field. Debian's cron skips what follows the last item. */
function readDebianField(word: string, field: Field): string | null {
  const items: string[] = [];
  const backward: string[] = [];
  for (let rest = `,${word}`; rest.startsWith(','); ) {
    const [item, first, last, step] = ITEM.exec(rest.slice(1)) ?? [];
    if (item === undefined) return null;
    rest = rest.slice(1 + item.length);
    if (step === undefined && rest.startsWith('/')) return null;
    if (first !== undefined && last === undefined && (step !== undefined || rest.startsWith('-')))
      return null;
    const from = first === undefined ? field.low : readNumber(first, field);
    const to = last === undefined ? from : readNumber(last, field);
    if (!isWithin(from, field) || !isWithin(to, field) || (step !== undefined && !isStep(step))) return null;
    (from <= to ? items : backward).push(item);
  }
  // A range that runs backwards has no values.
  return (items.length > 0 ? items : backward).join(',');
}

const RANDOM_ITEM = /^([a-z0-9]*)~([a-z0-9]*)(?:\/\d+)?$/i;

/** Like {@link readDebianField}. cronie refuses what follows an item. */
function readCronieField(word: string, field: Field): string | null {
  const items: string[] = [];
  const backward: string[] = [];
  for (const written of word.split(',')) {
    const [random, low = '', high = ''] = RANDOM_ITEM.exec(written) ?? [];
    const [item, start, end, step] = ITEM.exec(written) ?? [];
    if (random === undefined && item !== written) return null;
    const first = random === undefined ? start : low || undefined;
    const last = random === undefined ? end : high || undefined;
    const from = first === undefined ? field.low : readNumber(first, field);
    const to = last === undefined ? (random === undefined ? from : field.high) : readNumber(last, field);
    if (Number.isNaN(from + to) || (random !== undefined && to < from)) return null;
    if (
      random === undefined &&
      step !== undefined &&
      (!isStep(step) || (first !== undefined && last === undefined))
    )
      return null;
    if (from <= to && (!isWithin(from, field) || !isWithin(to, field))) return null;
    (from <= to ? items : backward).push(written);
  }
  return (items.length > 0 ? items : backward).join(',');
}

function readNumber(text: string, { low, names }: Field): number {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toLowerCase());
  return index === -1 ? Number.NaN : index + low;
}

function isWithin(value: number, { low, high }: Field): boolean {
  return value >= low && value <= high;
}

function isStep(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) > 0;
}
