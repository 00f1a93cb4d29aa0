import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../unavailable.ts';
import { isFatal, toDatabaseUnavailable } from './unavailable.ts';

function errorOf(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('in the words of the server', 26, 'error'), { code });
}

describe('an unavailable database', () => {
  test.each([
    ['08006', 'the connection is lost'],
    ['25006', 'it became a standby'],
    ['53100', 'its disk is full'],
    ['53300', 'it has no connection left'],
    ['57014', 'it took too long'],
    ['57P01', 'it is shut down'],
    ['57P03', 'it is starting up'],
    ['58030', 'it can not read its files'],
  ])('SQLSTATE %s means that the database is away: %s', (code) => {
    const away = toDatabaseUnavailable(errorOf(code));
    expect(away).toBeInstanceOf(DatabaseUnavailable);
    expect(away).toMatchObject({
      message: 'PostgreSQL is unavailable: in the words of the server',
      cause: { code },
    });
  });

  test('the database is away when no server answers', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:5432'), { code: 'ECONNREFUSED' });
    expect(toDatabaseUnavailable(refused)).toBeInstanceOf(DatabaseUnavailable);
    expect(toDatabaseUnavailable(new Error('Query read timeout'))).toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('an available database', () => {
  test.each([
    ['22021', 'a text makes no sense'],
    ['23505', 'a row is there already'],
    ['40001', 'another transaction came between'],
    ['40P01', 'two wait for each other'],
    ['42P01', 'a table is missing'],
  ])('SQLSTATE %s does not mean that the database is away: %s', (code) => {
    const error = errorOf(code);
    expect(toDatabaseUnavailable(error)).toBe(error);
  });

  test('an error of our own code stays unchanged', () => {
    const error = new TypeError('not a function');
    expect(toDatabaseUnavailable(error)).toBe(error);
  });

  test('DatabaseUnavailable stays unchanged', () => {
    const error = new DatabaseUnavailable('away');
    expect(toDatabaseUnavailable(error)).toBe(error);
  });
});

test.each([
  ['57P01', true],
  ['57P05', true],
  ['25P03', true],
  ['25P02', false],
  ['57014', false],
  ['53100', false],
  ['23505', false],
])('the server closes the connection after SQLSTATE %s: %s', (code, isClosed) => {
  expect(isFatal(errorOf(code))).toBe(isClosed);
});
