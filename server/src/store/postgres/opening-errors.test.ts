import { AppError } from '@overdue/domain/error.ts';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { toDatabaseUnavailable } from '../../database/postgres/unavailable.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { explainOpening } from './opening-errors.ts';

const URL = 'postgres://ann:hunter2@db.example.com:5433/overdue?sslmode=disable';
const ADDRESS = "The database postgres://db.example.com:5433/overdue can't be";

function told(code: string, message = 'in the words of the server'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 26, 'error'), { code });
}

const connecting = (cause: Error) =>
  explainOpening(URL, toDatabaseUnavailable(new Error(cause.message, { cause })));

describe('permanent errors', () => {
  test.each([
    ['28P01', 'Check the user and the password in DATABASE_URL.'],
    ['28000', 'create the role'],
    ['3D000', 'Create the database'],
    ['42501', 'grant the role'],
  ])('the message of SQLSTATE %s has the address, the reason and the remedy', (code, remedy) => {
    const refused = connecting(told(code));
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      message: expect.stringContaining(`${ADDRESS} opened: in the words of the server. `),
    });
    expect(refused).toMatchObject({ message: expect.stringContaining(remedy) });
    expect(refused).toMatchObject({ message: expect.not.stringContaining('hunter2') });
  });

  test('the message of a server that takes only TLS has the remedy', () => {
    expect(
      connecting(told('28000', 'no pg_hba.conf entry for host "192.0.2.1", user "ann", no encryption')),
    ).toMatchObject({
      message: expect.stringContaining('sslmode=verify-full'),
    });
  });

  test.each([
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'DATABASE_URL has none'],
    ['The server does not support SSL connections', 'remove sslmode'],
    ['self-signed certificate in certificate chain', 'sslrootcert'],
  ])('the message of an error of the driver has the remedy: %s', (message, remedy) => {
    const refused = explainOpening(URL, toDatabaseUnavailable(new Error(message)));
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ message: expect.stringContaining(remedy) });
  });

  test('the message of a refused schema has the address', () => {
    expect(explainOpening(URL, told('42P07'))).toMatchObject({ message: expect.stringContaining(ADDRESS) });
  });
});

test.each([
  told('57P03'),
  told('53300'),
  told('25006'),
  new Error('connect ECONNREFUSED 192.0.2.1:5432'),
  new Error('Connection terminated due to connection timeout'),
])('the database is waited for despite: %s', (cause) => {
  const away = connecting(cause);
  expect(away).toBeInstanceOf(DatabaseUnavailable);
  expect(away).toMatchObject({
    message: expect.stringContaining(`${ADDRESS} reached: ${cause.message}. Check`),
  });
});
