import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { homeFolder, STATE_FOLDER_OF_ROOT, stateFolder } from './state-folder.ts';

test('the state of root is not in the data folder of the service', () => {
  expect(STATE_FOLDER_OF_ROOT).toBe('/var/lib/overdue-cli');
});

test('OVERDUE_STATE comes first', () => {
  expect(stateFolder({ OVERDUE_STATE: '/srv/state', HOME: '/srv/ann' })).toBe('/srv/state');
});

test('a relative OVERDUE_STATE is refused, because commands in other folders would use another one', () => {
  expect(() => stateFolder({ OVERDUE_STATE: 'state', HOME: '/srv/ann' })).toThrow(/absolute path/);
});

test.each(['', 'relative/home', undefined])(
  'HOME=%s is replaced by the home folder of the system',
  (HOME) => {
    expect(homeFolder({ HOME })).toBe(userInfo().homedir);
  },
);
