import { describe, expect, test } from 'vitest';
import { keyOf, nextStep, printedKey, SHORTCUTS, type ShortcutID } from './shortcuts.ts';

const all = () => true;
const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('a key', () => {
  test.each([
    ['j', {}, 'j'],
    ['?', {}, '?'],
    ['k', { metaKey: true }, 'mod+k'],
    ['K', { ctrlKey: true }, 'mod+k'],
    ['о', { code: 'KeyJ' }, 'j'],
    ['é', { code: 'Digit2' }, 'é'],
    // On Dvorak, the letter decides, not the position of the key.
    ['j', { code: 'KeyC' }, 'j'],
    ['x', { altKey: true }, null],
    ['Dead', {}, null],
  ])('%s %j is %s', (key, more, expected) => expect(press(key, more)).toBe(expected));
});

describe('key sequences', () => {
  test('a single key runs its shortcut', () =>
    expect(nextStep([], 'j', all)).toEqual({ kind: 'run', id: 'next' }));

  test('g waits for the next key', () => {
    expect(nextStep([], 'g', all)).toEqual({ kind: 'wait', pressed: ['g'] });
    expect(nextStep(['g'], 'm', all)).toEqual({ kind: 'run', id: 'go:/monitors' });
    expect(nextStep(['g'], 'i', all)).toEqual({ kind: 'run', id: 'go:/incidents' });
  });

  test('m mutes, and g m opens the monitors', () =>
    expect(nextStep([], 'm', all)).toEqual({ kind: 'run', id: 'mute' }));

  test('a key that does not continue a sequence starts a new one', () => {
    expect(nextStep(['g'], 'j', all)).toEqual({ kind: 'run', id: 'next' });
    expect(nextStep(['g'], 'g', all)).toEqual({ kind: 'wait', pressed: ['g'] });
    expect(nextStep(['g'], 'q', all)).toEqual({ kind: 'none' });
  });

  test('a shortcut that the page does not define does nothing', () => {
    const isActive = (id: ShortcutID) => id !== 'pause';
    expect(nextStep([], 'p', isActive)).toEqual({ kind: 'none' });
  });
});

test('shortcuts never share their keys, and none is the start of another', () => {
  const sequences = SHORTCUTS.flatMap((shortcut) => shortcut.sequences.map((keys) => keys.join(' ')));
  for (const sequence of sequences) {
    const clashes = sequences.filter((other) => other === sequence || other.startsWith(`${sequence} `));
    expect(clashes).toEqual([sequence]);
  }
});

test.each([
  ['mod+k', true, '⌘K'],
  ['mod+k', false, 'Ctrl K'],
  ['Escape', true, 'Esc'],
  ['j', true, 'j'],
])('%s is printed', (key, isMac, expected) => expect(printedKey(key, { isMac })).toBe(expected));
