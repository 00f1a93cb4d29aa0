import { describe, expect, test } from 'vitest';
import { importInput, newImport, originOf } from './import-draft.ts';

const draft = newImport('Europe/Riga');

describe('an import', () => {
  test('waits for a key, or for a file', () => {
    expect(importInput(draft)).toBeNull();
    expect(importInput({ ...draft, key: ' ' })).toBeNull();
    expect(importInput({ ...draft, from: 'file', key: 'k' })).toBeNull();
    expect(importInput({ ...draft, source: 'sentry', key: 'k' })).toBeNull();
  });

  test('sends the fields of its source, and no fields of another source', () => {
    const typed = {
      ...draft,
      key: ' k ',
      url: 'https://hc.example.com',
      organization: 'acme',
      pingKey: 'p',
      keepKey: true,
      continueStatus: true,
      history: true,
      projectShortID: 'p1',
    };
    expect(importInput(typed)).toEqual({
      source: 'healthchecks',
      account: { key: 'k', url: 'https://hc.example.com', history: true },
      pingKey: 'p',
      keepKey: true,
      continueStatus: true,
      projectShortID: 'p1',
    });
    expect(importInput({ ...typed, source: 'better-stack' })).toEqual({
      source: 'better-stack',
      account: { key: 'k' },
      projectShortID: 'p1',
    });
    expect(importInput({ ...typed, source: 'sentry' })).toMatchObject({
      account: { key: 'k', url: 'https://hc.example.com', organization: 'acme' },
    });
  });

  test('an import of a source without an API reads files and pasted text', () => {
    const file = { name: 'crontab', text: '@daily a' };
    const crontab = { ...draft, source: 'crontab', files: [file], pasted: '@daily b' } as const;
    expect(originOf(crontab)).toBe('file');
    expect(importInput(crontab)).toEqual({
      source: 'crontab',
      files: [file, { name: 'pasted text', text: '@daily b' }],
      timezone: 'Europe/Riga',
    });
    expect(importInput({ ...crontab, files: [], pasted: ' ' })).toBeNull();
  });
});
