import { AppError } from '@overdue/domain/error.ts';
import { expect, test } from 'vitest';
import { connect } from '../../../database/sqlite-connection.ts';
import { explainOpening } from './opening-errors.ts';

const FILE = '/var/lib/overdue/overdue.db';

function sqlite(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

function system(code: string): Error {
  return Object.assign(new Error(`${code}: open`), { code });
}

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

test.each([
  ['a locked file', sqlite(5, 'database is locked'), 'another program has locked it', 'start again'],
  [
    'an error of the disk',
    sqlite(10, 'disk I/O error'),
    'the disk reports an error, or is full',
    'Free some',
  ],
  ['a page that ends early', sqlite(522, 'disk I/O error'), 'the disk reports an error', 'Free some'],
  ['a damaged file', sqlite(11, 'database disk image is malformed'), 'it is damaged', 'last backup'],
  [
    'a file of another kind',
    sqlite(26, 'file is not a database'),
    'is not an SQLite database',
    'last backup',
  ],
  ['a full disk', sqlite(13, 'database or disk is full'), 'its disk is full', 'Free at least 1 MB'],
  [
    'a folder without rights',
    sqlite(1544, 'attempt to write a readonly database'),
    'read-only',
    'with write permission',
  ],
  ['a file without rights', system('EACCES'), 'permission denied', 'with write permission'],
  ['a file of another user', system('EPERM'), 'permission denied', 'with write permission'],
  ['a read-only disk', system('EROFS'), 'its disk is mounted read-only', 'Mount the disk for writing'],
  ['no room for the file', system('ENOSPC'), 'its disk is full', 'Free at least 1 MB'],
  ['a used-up quota', system('EDQUOT'), 'the disk quota is used up', 'Raise the quota'],
  ['a missing folder', system('ENOENT'), 'its folder does not exist', 'mount its volume'],
])('%s is named with the file, the reason and the remedy', (_, error, reason, remedy) => {
  const explained = explainOpening(FILE, error);
  expect(explained).toBeInstanceOf(AppError);
  expect(explained).toMatchObject({
    code: 'unavailable',
    cause: error,
    message: expect.stringContaining(`The database ${FILE} can't be opened: `),
  });
  expect(explained).toMatchObject({ message: expect.stringContaining(reason) });
  expect(explained).toMatchObject({ message: expect.stringContaining(remedy) });
  expect(explained).toMatchObject({ message: expect.not.stringContaining(error.message) });
});

test('a write that SQLite itself refuses on a read-only connection is explained', () => {
  const error = thrownBy(() => {
    const db = connect(':memory:');
    db.exec('PRAGMA query_only = ON; CREATE TABLE a (b)');
  });
  expect(explainOpening(FILE, error)).toMatchObject({ message: expect.stringMatching(/it is read-only/) });
});
