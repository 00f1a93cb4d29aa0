import { AppError } from '@overdue/domain/error.ts';
import pg from 'pg';
import { DatabaseUnavailable } from '../../database/unavailable.ts';

/** Converts an opening error to an error for operators, or to {@link DatabaseUnavailable} if waiting may help. */
export function explainOpening(url: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const address = addressOf(url);
  const opening = `The database ${address} can't be opened: `;
  if (error.message.includes(address)) return error;
  if (error instanceof AppError) return new AppError(error.code, opening + error.message, { cause: error });
  const causes = causesOf(error);
  const refusal = causes.map(refusalOf).find((found) => found !== null);
  if (refusal !== undefined) return new AppError('unavailable', opening + refusal, { cause: error });
  if (!(error instanceof DatabaseUnavailable))
    return new AppError('unavailable', `${opening}${error.message}`, { cause: error });
  const reason = causes.at(-1)?.message || 'nothing answers';
  return new DatabaseUnavailable(
    `The database ${address} can't be reached: ${reason}. ` +
      'Check that PostgreSQL runs there, that DATABASE_URL names the right host and port, and that no firewall is in the way.',
    { cause: error },
  );
}

/** Returns host, port and database, without user, password and parameters. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/** Returns the error and its causes. If several addresses were tried, follows the last error. */
function causesOf(error: Error): readonly Error[] {
  const inner = error instanceof AggregateError ? error.errors.at(-1) : error.cause;
  return inner instanceof Error ? [error, ...causesOf(inner)] : [error];
}

/** Returns the reason and remedy of an error that waiting doesn't fix; null for other errors. */
function refusalOf(error: Error): string | null {
  if (error instanceof pg.DatabaseError) return refusalByServer(error);
  // An error of the server during connecting; see connections.ts.
  if (error.cause instanceof pg.DatabaseError) return null;
  const explained = BY_DRIVER.find(([pattern]) => pattern.test(error.message));
  return explained === undefined ? null : `${explained[1] ?? error.message}. ${explained[2]}`;
}

function refusalByServer({ code = '', message }: pg.DatabaseError): string | null {
  if (code === '28000' && message.includes('no encryption'))
    return `${message}. Request TLS with sslmode=verify-full in DATABASE_URL (and sslrootcert for a private certificate authority), or allow this host in pg_hba.conf.`;
  const remedy = BY_SERVER[code];
  return remedy === undefined ? null : `${message}. ${remedy}`;
}

/** Remedies by SQLSTATE. The server's message states the reason. */
const BY_SERVER: Readonly<Record<string, string>> = {
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '28000':
    'Check the user in DATABASE_URL, create the role, and allow the role from this host in pg_hba.conf.',
  '3D000': 'Create the database, or check its name in DATABASE_URL.',
  '42501':
    'Make the role in DATABASE_URL the owner of the database and of its tables, or grant the role CONNECT on the database, and USAGE and CREATE on its schema.',
};

/** Messages of the driver, each with a remedy and, if the message lacks it, the reason. */
const BY_DRIVER: readonly (readonly [pattern: RegExp, reason: string | null, remedy: string])[] = [
  [
    /^SASL.*password must be/,
    'PostgreSQL requires a password, but DATABASE_URL has none',
    'Add the password of the user to DATABASE_URL.',
  ],
  [/^SASL/, null, 'Check the user and the password in DATABASE_URL.'],
  [
    /does not support SSL/,
    'DATABASE_URL requires TLS, but the server does not offer TLS',
    'Turn TLS on in postgresql.conf (ssl = on), or remove sslmode from DATABASE_URL.',
  ],
  [
    /certificate|\bSSL\b|\bTLS\b/i,
    null,
    'In DATABASE_URL, set sslrootcert to the file of the certificate authority (sslrootcert=/path/to/ca.pem), and use the host name in the certificate.',
  ],
  [/^ENOENT.*open/, null, 'Check the paths of sslrootcert, sslcert and sslkey in DATABASE_URL.'],
];
