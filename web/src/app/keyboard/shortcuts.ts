import { PLACES } from '../navigation.ts';
import { words } from './words.ts';

/** Shortcuts whose effect each page defines. */
type PageShortcut =
  | 'search'
  | 'next'
  | 'previous'
  | 'open'
  | 'peek'
  | 'select'
  | 'selectAll'
  | 'pause'
  | 'mute'
  | 'tag'
  | 'edit'
  | 'delete'
  | 'refresh'
  | 'back';

type GlobalShortcut = 'palette' | 'help' | 'create' | `go:${string}`;

export type ShortcutID = PageShortcut | GlobalShortcut;

export interface Shortcut {
  readonly id: ShortcutID;
  /** Alternative key sequences, with key names from {@link keyOf}. */
  readonly sequences: readonly (readonly string[])[];
  readonly title: string;
  readonly group: 'everywhere' | 'go' | 'list';
}

const { titles } = words;

function shortcut(group: Shortcut['group'], id: ShortcutID, title: string, ...sequences: string[]): Shortcut {
  return { id, title, group, sequences: sequences.map((sequence) => sequence.split(' ')) };
}

export const SHORTCUTS: readonly Shortcut[] = [
  shortcut('everywhere', 'palette', titles.palette, 'mod+k'),
  shortcut('everywhere', 'search', titles.search, '/'),
  shortcut('everywhere', 'create', titles.create, 'n'),
  shortcut('everywhere', 'help', titles.help, '?'),
  ...PLACES.map((place) => shortcut('go', `go:${place.to}`, place.label, `g ${place.key}`)),
  shortcut('go', 'go:/wallboard', titles.wallboard, 'g b'),
  shortcut('list', 'next', titles.next, 'j'),
  shortcut('list', 'previous', titles.previous, 'k'),
  shortcut('list', 'open', titles.open, 'Enter'),
  shortcut('list', 'peek', titles.peek, 'o'),
  shortcut('list', 'select', titles.select, 'x'),
  shortcut('list', 'selectAll', titles.selectAll, 'a'),
  shortcut('list', 'pause', titles.pause, 'p'),
  shortcut('list', 'mute', titles.mute, 'm'),
  shortcut('list', 'tag', titles.tag, 't'),
  shortcut('list', 'edit', titles.edit, 'e'),
  shortcut('list', 'delete', titles.delete, 'Delete'),
  shortcut('list', 'refresh', titles.refresh, 'r'),
  shortcut('list', 'back', titles.back, 'Escape'),
];

/** Returns the name of a key in shortcuts; null for keys such as Shift alone. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | null {
  if (event.altKey || event.key === 'Dead' || event.key === 'Unidentified') return null;
  // Keyboards for Cyrillic or Greek use the key on which the Latin letter is printed.
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const isLatin = event.key.charCodeAt(0) < 128;
  const key = isLatin || letter === undefined ? event.key : letter;
  return event.ctrlKey || event.metaKey ? `mod+${key.toLowerCase()}` : key;
}

export type KeyStep =
  | { readonly kind: 'run'; readonly id: ShortcutID }
  /** The keys may start a sequence. */
  | { readonly kind: 'wait'; readonly pressed: readonly string[] }
  | { readonly kind: 'none' };

/** Returns the effect of a key. A key that doesn't continue the sequence starts a new one. */
export function nextStep(
  pressed: readonly string[],
  key: string,
  isActive: (id: ShortcutID) => boolean,
): KeyStep {
  const keys = [...pressed, key];
  const active = SHORTCUTS.filter(({ id }) => isActive(id));
  const whole = active.find(({ sequences }) => sequences.some((sequence) => isStart(keys, sequence, true)));
  if (whole !== undefined) return { kind: 'run', id: whole.id };
  if (active.some(({ sequences }) => sequences.some((sequence) => isStart(keys, sequence, false))))
    return { kind: 'wait', pressed: keys };
  return pressed.length > 0 ? nextStep([], key, isActive) : { kind: 'none' };
}

function isStart(keys: readonly string[], sequence: readonly string[], whole: boolean): boolean {
  const fits = whole ? keys.length === sequence.length : keys.length < sequence.length;
  return fits && keys.every((key, place) => key === sequence[place]);
}

/** Returns the label printed on the key: `⌘K`, `Ctrl K`, `↓`. */
export function printedKey(key: string, isMac: boolean): string {
  if (key.startsWith('mod+'))
    return `${isMac ? '⌘' : words.control}${key.slice('mod+'.length).toUpperCase()}`;
  return words.printed[key as keyof typeof words.printed] ?? key;
}
