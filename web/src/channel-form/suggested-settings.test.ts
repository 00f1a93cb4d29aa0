import { expect, test } from 'vitest';
import { suggestedSettings } from './suggested-settings.ts';

test('a new ntfy channel begins with a topic that is hard to guess', () => {
  const topics = Array.from({ length: 50 }, () => String(suggestedSettings('ntfy').topic));
  expect(new Set(topics).size).toBe(50);
  for (const topic of topics) expect(topic).toMatch(/^overdue-[a-z2-9]{16}$/);
});

test('other channels begin empty', () => expect(suggestedSettings('slack')).toEqual({}));
