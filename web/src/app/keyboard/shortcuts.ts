import { NAVIGATION_ITEMS } from '../navigation.ts';
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
  | 'acknowledge'
  | 'tag'
  | 'edit'
  | 'delete'
  | 'refresh'
  | 'back';

type GlobalShortcut = 'palette' | 'help' | 'create' | 'undo' | `go:${string}`;

export type ShortcutID = PageShortcut | GlobalShortcut;

export interface Shortcut {
  readonly id: ShortcutID;
  /** Alternative key sequences, with key names from {@link keyOf}. */
  readonly sequences: readonly (readonly string[])[];
  readonly title: string;
  readonly group: 'everywhere' | 'go' | 'list';
}

const { titles } = words;

function shortcut(id: ShortcutID, title: string, sequence: string): Omit<Shortcut, 'group'> {
  return { id, title, sequences: [sequence.split(' ')] };
}

function inGroup(group: Shortcut['group'], shortcuts: readonly Omit<Shortcut, 'group'>[]): Shortcut[] {
  return shortcuts.map((shortcut) => ({ ...shortcut, group }));
}

export const SHORTCUTS: readonly Shortcut[] = [
  ...inGroup('everywhere', [
    shortcut('palette', titles.palette, 'mod+k'),
    shortcut('search', titles.search, '/'),
    shortcut('create', titles.create, 'n'),
    shortcut('undo', titles.undo, 'z'),
    shortcut('help', titles.help, '?'),
  ]),
  ...inGroup('go', [
    ...NAVIGATION_ITEMS.map((place) => shortcut(`go:${place.to}`, place.label, `g ${place.key}`)),
    shortcut('go:/wallboard', titles.wallboard, 'g b'),
  ]),
  ...inGroup('list', [
    shortcut('next', titles.next, 'j'),
    shortcut('previous', titles.previous, 'k'),
    shortcut('open', titles.open, 'Enter'),
    shortcut('peek', titles.peek, 'o'),
    { id: 'select', title: titles.select, sequences: [['x'], [' ']] },
    shortcut('selectAll', titles.selectAll, 'a'),
    shortcut('pause', titles.pause, 'p'),
    shortcut('mute', titles.mute, 'm'),
    shortcut('acknowledge', titles.acknowledge, 'i'),
    shortcut('tag', titles.tag, 't'),
    shortcut('edit', titles.edit, 'e'),
    shortcut('delete', titles.delete, 'Delete'),
    shortcut('refresh', titles.refresh, 'r'),
    shortcut('back', titles.back, 'Escape'),
  ]),
];

/** Returns the name of a key in shortcuts; null for dead or unidentified keys, and for keys pressed with Alt. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | null {
  if (event.altKey || event.key === 'Dead' || event.key === 'Unidentified') return null;
  // On Cyrillic or Greek keyboards, uses the Latin letter printed on the same key.
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const isLatin = event.key.charCodeAt(0) < 128;
  const key = isLatin || letter === undefined ? event.key : letter;
  return event.ctrlKey || event.metaKey ? `mod+${key.toLowerCase()}` : key;
}

export type KeyStep =
  | { readonly kind: 'run'; readonly id: ShortcutID }
  | { readonly kind: 'wait'; readonly pressed: readonly string[] }
  | { readonly kind: 'none' };

/** Returns the effect of a key. A key that doesn't continue the sequence starts a new sequence. */
export function nextStep(
  pressed: readonly string[],
  key: string,
  isActive: (id: ShortcutID) => boolean,
): KeyStep {
  const keys = [...pressed, key];
  const active = SHORTCUTS.filter(({ id }) => isActive(id));
  const whole = active.find(({ sequences }) =>
    sequences.some((sequence) => isStart(keys, sequence) && keys.length === sequence.length),
  );
  if (whole !== undefined) return { kind: 'run', id: whole.id };
  if (active.some(({ sequences }) => sequences.some((sequence) => isStart(keys, sequence))))
    return { kind: 'wait', pressed: keys };
  return pressed.length > 0 ? nextStep([], key, isActive) : { kind: 'none' };
}

function isStart(keys: readonly string[], sequence: readonly string[]): boolean {
  return keys.every((key, place) => key === sequence[place]);
}

/** Returns the label printed on the key: `⌘K`, `Ctrl K`, `↓`. */
export function printedKey(key: string, { isMac }: { readonly isMac: boolean }): string {
  if (key.startsWith('mod+'))
    return `${isMac ? '⌘' : words.control}${key.slice('mod+'.length).toUpperCase()}`;
  return words.printed[key as keyof typeof words.printed] ?? key;
}
