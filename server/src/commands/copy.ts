import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type Command, CommanderError } from 'commander';
import {
  type DatabaseLocation,
  databaseLocation,
  databaseName,
} from '../platform/config/database-location.ts';
import { copyDatabase } from '../store/upkeep/copy.ts';
import { type CommandLine, type CommonOptions, configOf, report } from './command-line.ts';

/** Number of rows between progress lines on standard error. */
const REPORT_EVERY = 100_000;

export function addCopy(program: Command, cli: CommandLine): void {
  program
    .command('copy')
    .description('copy an installation from SQLite to PostgreSQL; resumes after an interruption')
    .requiredOption('--from <url>', 'the SQLite database; stop its service first')
    .option('--to <url>', 'an empty PostgreSQL database (default: DATABASE_URL)')
    .option('--json', 'print JSON')
    .action((options: CommonOptions & { readonly from: string; readonly to?: string }) => copy(cli, options));
}

async function copy(
  cli: CommandLine,
  options: CommonOptions & { readonly from: string; readonly to?: string },
): Promise<void> {
  const { database, retention } = configOf(cli);
  const { file } = sourceOf(options.from);
  const to = targetOf(options.to === undefined ? database : parse('--to', options.to));
  const { openCopySource } = await import('../store/sqlite/file/copy-source.ts');
  const { openCopyTarget } = await import('../store/postgres/copy-target.ts');
  const source = openCopySource(file);
  try {
    const now = cli.clock.now();
    const since = Math.max(source.oldestAt ?? now, retention.days === 0 ? 0 : now - retention.days * DAY_MS);
    const target = await openCopyTarget(to.url, { now, since: Math.min(since, now) });
    try {
      const { rows, differences } = await copyDatabase({ source, target, report: progressReporter(cli) });
      if (differences.length > 0) {
        report(cli, { options, result: { ok: false, differences }, text: differences.join('\n') });
        throw new CommanderError(1, 'overdue.differences', 'The copy differs from its source.');
      }
      report(cli, { options, result: { ok: true, rows }, text: summary(file, to, rows) });
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

function parse(option: string, text: string): DatabaseLocation {
  const parsed = databaseLocation(text);
  if ('value' in parsed) return parsed.value;
  throw new AppError('invalid', `${option} ${parsed.problem}.`);
}

function sourceOf(text: string): Extract<DatabaseLocation, { kind: 'sqlite' }> {
  const location = parse('--from', text);
  if (location.kind !== 'sqlite')
    throw new AppError(
      'invalid',
      '--from must be an SQLite database, such as sqlite:./data/overdue.db. To copy from PostgreSQL, use pg_dump.',
    );
  if (!existsSync(location.file))
    throw new AppError('not_found', `There is no database at ${location.file}.`);
  return location;
}

function targetOf(location: DatabaseLocation): Extract<DatabaseLocation, { kind: 'postgres' }> {
  if (location.kind === 'postgres') return location;
  throw new AppError(
    'invalid',
    'Set --to or DATABASE_URL to the PostgreSQL database to copy to, such as postgres://overdue@db.example.com/overdue.',
  );
}

function progressReporter(cli: CommandLine): Parameters<typeof copyDatabase>[0]['report'] {
  let reported = 0;
  return (step, table, { rows, of }) => {
    if (rows < of && rows - reported < REPORT_EVERY && rows >= reported) return;
    reported = rows;
    cli.writeError(`${step} ${table}: ${rows} of ${of}\n`);
  };
}

function summary(file: string, to: DatabaseLocation, rows: Readonly<Record<string, number>>): string {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const keyFile = join(dirname(file), 'overdue.key');
  const key = existsSync(keyFile) ? `the content of ${keyFile}` : 'the same value as before';
  return [
    `Copied ${rowCount} rows to ${databaseName(to)} and verified each one.`,
    `Now set DATABASE_URL on each node, and set SECRET_KEY to ${key}. Then start the nodes.`,
    `Do not start the service on ${file} again: it would miss all pings from now on and send false alerts.`,
  ].join('\n');
}
