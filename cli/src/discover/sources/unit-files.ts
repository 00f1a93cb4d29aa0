import { posix } from 'node:path';
import type { Host } from '../host.ts';

/** Folders of units. Earlier folders take precedence. */
export interface UnitFolders {
  readonly folders: readonly string[];
  /** Folder for drop-ins of the administrator or user. Packages don't write to this folder. */
  readonly own: string;
  /** Whether timers enabled in any of the folders count. If false, only timers enabled in `own` count. */
  readonly countsAllFolders: boolean;
}

export const SYSTEM_UNITS: UnitFolders = {
  folders: [
    '/etc/systemd/system',
    '/run/systemd/transient',
    '/run/systemd/system',
    '/run/systemd/generator',
    '/usr/local/lib/systemd/system',
    '/usr/lib/systemd/system',
    '/lib/systemd/system',
  ],
  own: '/etc/systemd/system',
  countsAllFolders: true,
};

const GLOBAL_USER_FOLDERS = [
  '/etc/systemd/user',
  '/run/systemd/user',
  '/usr/local/lib/systemd/user',
  '/usr/lib/systemd/user',
];

/**
 * Returns a user's unit folders. Timers enabled for all users don't count, because most users never run their own systemd
 * instance.
 */
export function userUnits(home: string): UnitFolders {
  const own = posix.join(home, '.config/systemd/user');
  return {
    folders: [own, posix.join(home, '.local/share/systemd/user'), ...GLOBAL_USER_FOLDERS],
    own,
    countsAllFolders: false,
  };
}

/** File names in each folder of units, read only once. */
export interface UnitNames {
  readonly byFolder: ReadonlyMap<string, ReadonlySet<string>>;
}

export function listUnits(host: Host, { folders }: UnitFolders): UnitNames {
  return { byFolder: new Map(folders.map((folder) => [folder, new Set(host.list(folder))])) };
}

/** Returns the timers that a target starts, for example because `systemctl enable` has linked them. */
export function enabledTimers(
  host: Host,
  { byFolder }: UnitNames,
  { own, countsAllFolders }: UnitFolders,
): ReadonlySet<string> {
  const timers = new Set<string>();
  for (const [folder, names] of byFolder) {
    if (!countsAllFolders && folder !== own) continue;
    for (const name of names) {
      if (!/\.(?:wants|requires|upholds)$/.test(name)) continue;
      for (const unit of host.list(posix.join(folder, name))) if (unit.endsWith('.timer')) timers.add(unit);
    }
    if (folder.endsWith('/transient'))
      for (const name of names) if (name.endsWith('.timer')) timers.add(name);
  }
  return timers;
}

/** The file of a unit and its drop-ins, in the form of `systemctl cat`. */
export interface UnitText {
  readonly text: string;
  readonly paths: readonly string[];
}

/** Returns the text of a unit with its drop-ins; null if the unit is masked or missing. */
export function readUnit(host: Host, unit: string, { byFolder }: UnitNames): UnitText | null {
  const template = unit.replace(/@[^@]+\.(\w+)$/, '@.$1');
  const fragment = findFragment(byFolder, [unit, template]);
  if (fragment === null || host.linkTarget(fragment) === '/dev/null') return null;
  const paths = [fragment, ...dropIns(host, dropInNames(unit), byFolder)];
  const texts = paths.map((path) => `# ${path}\n${readAsSystemd(host.read(path)?.toString() ?? '')}\n`);
  return { text: withSpecifiers(texts.join(''), unit), paths };
}

/**
 * Returns the sections and settings of a file as systemd reads it, one a line: without comments, without settings before the first
 * section, and with continued lines joined. A backslash at the end of a comment continues nothing.
 */
function readAsSystemd(text: string): string {
  const lines: string[] = [];
  let continued: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    if (isContinued(line)) {
      continued.push(line.slice(0, -1));
      continue;
    }
    const setting = [...continued, line].join(' ').trim();
    continued = [];
    if (setting.startsWith('[') || lines.length > 0) lines.push(setting);
  }
  return lines.join('\n');
}

/** Whether a line ends with a backslash that no other backslash escapes. */
function isContinued(line: string): boolean {
  let at = line.length;
  while (at > 0 && line.charAt(at - 1) === '\\') at -= 1;
  return (line.length - at) % 2 === 1;
}

/** Returns the name of the unit to which an alias links; otherwise the given name. */
export function unitOfAlias(host: Host, unit: string, { byFolder }: UnitNames): string {
  const fragment = findFragment(byFolder, [unit]);
  const target = fragment === null ? null : host.linkTarget(fragment);
  const name = target === null ? unit : posix.basename(target);
  return /^[^@]+\.service$/.test(name) ? name : unit;
}

function findFragment(byFolder: UnitNames['byFolder'], names: readonly string[]): string | null {
  for (const name of names)
    for (const [folder, units] of byFolder) if (units.has(name)) return posix.join(folder, name);
  return null;
}

/**
 * Returns the names of the units and groups of units whose drop-ins apply to a unit: the unit, its template, the beginnings of its name
 * that end with a hyphen, and its type. See systemd.unit(5).
 */
function dropInNames(unit: string): readonly string[] {
  const [, name = '', instance = '', type = ''] = /^([^@]*)(@.*)?\.(\w+)$/.exec(unit) ?? [];
  const names: string[] = [];
  for (let end = name.length; end > 0; end = name.lastIndexOf('-', end - 2) + 1) {
    names.push(`${name.slice(0, end)}${instance}.${type}`);
    if (instance !== '') names.push(`${name.slice(0, end)}@.${type}`);
  }
  return [...names, type];
}

/** Returns the drop-ins sorted by name. A drop-in hides drop-ins of the same name in later folders. */
function dropIns(host: Host, names: readonly string[], byFolder: UnitNames['byFolder']): readonly string[] {
  const paths = new Map<string, string>();
  for (const name of new Set(names)) {
    for (const [folder, units] of byFolder) {
      if (!units.has(`${name}.d`)) continue;
      for (const file of host.list(posix.join(folder, `${name}.d`)))
        if (file.endsWith('.conf') && !paths.has(file))
          paths.set(file, posix.join(folder, `${name}.d`, file));
    }
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}

/** Replaces `%i` and `%I` with the instance name of a template unit. Schedules contain no other specifiers. */
function withSpecifiers(text: string, unit: string): string {
  const instance = /@([^@]+)\.\w+$/.exec(unit)?.[1];
  return instance === undefined ? text : text.replaceAll(/%[iI]/g, instance);
}

/** Returns the values of a setting of a section in the order of the files. An empty value removes the values before it. */
export function settingsOf(text: string, section: string, key: string): readonly string[] {
  let values: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isWanted = line === `[${section}]`;
    const [, name, written = ''] = /^(\w+)\s*=(.*)$/.exec(line) ?? [];
    const value = written.trim();
    if (isWanted && name === key) values = value === '' ? [] : [...values, value];
  }
  return values;
}
