import { expect, test } from 'vitest';
import { responsibleRegion } from './responsible-region.ts';

test.each<[string, readonly string[], readonly string[], readonly (string | null)[]]>([
  ['no region is named', [], ['', ''], ['', '']],
  ['any region may check', [], ['us', 'eu'], ['eu', 'us']],
  ['one region may check', ['eu'], ['us', 'eu', 'eu'], ['eu', 'eu']],
  ['a wanted region has no process', ['eu', 'asia'], ['us', 'asia'], ['asia', 'asia']],
  ['no wanted region has a process', ['eu'], ['us', ''], [null, null]],
  ['no process is live', [], [], [null, null]],
])('if %s', (_, wanted, live, expected) => {
  expect([0, 1].map((monitorID) => responsibleRegion(monitorID, { wanted, live }))).toEqual(expected);
});
