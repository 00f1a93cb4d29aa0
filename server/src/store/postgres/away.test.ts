import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../domain/error.ts';
import { StoreAway } from '../store-away.ts';
import { orAway, orRefused } from './away.ts';

function told(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('in the words of the server', 26, 'error'), { code });
}

describe('the database is away when', () => {
  test.each([
    ['08006', 'the connection is lost'],
    ['25006', 'it became a standby'],
    ['53100', 'its disk is full'],
    ['53300', 'it has no connection left'],
    ['57014', 'it took too long'],
    ['57P01', 'it is shut down'],
    ['57P03', 'it is starting up'],
    ['58030', 'it can not read its files'],
  ])('it says %s: %s', (code) => {
    const away = orAway(told(code));
    expect(away).toBeInstanceOf(StoreAway);
    expect(away).toMatchObject({
      message: 'PostgreSQL is away: in the words of the server',
      cause: { code },
    });
  });

  test('nobody answers', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:5432'), { code: 'ECONNREFUSED' });
    expect(orAway(refused)).toBeInstanceOf(StoreAway);
    expect(orAway(new Error('Query read timeout'))).toBeInstanceOf(StoreAway);
  });
});

describe('the database is there when', () => {
  test.each([
    ['22021', 'a text makes no sense'],
    ['23505', 'a row is there already'],
    ['40001', 'another transaction came between'],
    ['40P01', 'two wait for each other'],
    ['42P01', 'a table is missing'],
  ])('it says %s: %s', (code) => {
    const error = told(code);
    expect(orAway(error)).toBe(error);
  });

  test('the mistake is ours', () => {
    const error = new TypeError('not a function');
    expect(orAway(error)).toBe(error);
  });

  test('it was said before', () => {
    const error = new StoreAway('away');
    expect(orAway(error)).toBe(error);
  });
});

describe('at the start', () => {
  const connecting = (cause: Error) => orAway(new Error(cause.message, { cause }));

  test.each([
    ['28P01', 'the password is wrong'],
    ['28000', 'it does not know who connects'],
    ['3D000', 'there is no such database'],
  ])('it is no use to wait when it says %s: %s', (code) => {
    const refused = orRefused(connecting(told(code)));
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      message: 'PostgreSQL lets nobody in: in the words of the server. Check DATABASE_URL',
    });
  });

  test.each([
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'The server does not support SSL connections',
    'self-signed certificate in certificate chain',
  ])('it is no use to wait when the driver says: %s', (message) => {
    expect(orRefused(orAway(new Error(message)))).toBeInstanceOf(AppError);
  });

  test.each([
    told('57P03'),
    told('53300'),
    told('25006'),
    new Error('connect ECONNREFUSED 192.0.2.1:5432'),
    new Error('Connection terminated due to connection timeout'),
  ])('it is waited for in spite of: %s', (cause) => {
    expect(orRefused(connecting(cause))).toBeInstanceOf(StoreAway);
  });

  test('another error stays what it is', () => {
    const error = told('42501');
    expect(orRefused(error)).toBe(error);
  });
});
