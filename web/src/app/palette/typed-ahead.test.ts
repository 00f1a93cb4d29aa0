import { expect, test } from 'vitest';
import { textAfter } from './typed-ahead.ts';

test.each([
  ['', 'p', 'p'],
  ['paus', 'e', 'pause'],
  ['pause', ' ', 'pause '],
  ['ā', 'Ž', 'āŽ'],
  ['pausf', 'Backspace', 'paus'],
  ['', 'Backspace', ''],
])('%j and the key %s become %j', (text, key, expected) => expect(textAfter(text, key)).toBe(expected));

test.each(['Enter', 'Escape', 'ArrowDown', 'Shift', 'F5', 'Dead'])('%s changes no text', (key) =>
  expect(textAfter('p', key)).toBeNull(),
);
