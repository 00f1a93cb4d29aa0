import { CHECK_KINDS } from '@overdue/domain/checks/check-result.ts';
import { expect, test } from 'vitest';
import { CHECK_SETTINGS } from '../server/src/checks/settings.ts';
import { CHECK_DEFAULTS } from '../web/src/monitor/check-defaults.ts';
import { CHECK_NAMES } from '../web/src/monitor/check-words.ts';

test.each(CHECK_KINDS)('the application knows the defaults and the names of all settings of %s', (kind) => {
  const defaults = CHECK_SETTINGS[kind].parse({});
  expect(CHECK_DEFAULTS[kind]).toEqual(defaults);
  expect(Object.keys(defaults).filter((name) => !Object.hasOwn(CHECK_NAMES, name))).toEqual([]);
});
