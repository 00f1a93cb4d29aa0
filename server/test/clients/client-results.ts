import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import type { Client } from './client-versions.ts';
import type { Tool } from './fetched-tools.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/moving/clients.md');
const BEGIN = '<!-- begin results -->';
const END = '<!-- end results -->';
const HEAD = '| Client | Version | Tried | Result | Last worked |\n|---|---|---|---|---|\n';
const SLOW_MS = 600_000;

interface Row {
  readonly client: string;
  readonly version: string;
  readonly tried: string;
  readonly result: string;
  /** Date of the last test run in which the client worked; empty if the client never worked. */
  readonly lastWorked: string;
}

/**
 * Collects the results of a test file, and writes them into the table of the documentation. Other rows of the table
 * don't change.
 */
export function createClientTests() {
  const rows: Row[] = [];
  afterAll(() => {
    if (rows.length > 0) writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), rows));
  });

  function note(client: Pick<Client, 'name' | 'version'>, tried: string, result: 'works' | 'fails'): void {
    const lastWorked = result === 'works' ? new Date().toISOString().slice(0, 10) : '';
    rows.push({ client: client.name, version: client.version, tried, result, lastWorked });
  }

  return {
    /**
     * Runs a test with a client. If the client is missing, the test is skipped with a message. In CI, the test fails,
     * unless the client is optional.
     */
    withClient(client: Client, tried: string, run: (tool: Tool) => Promise<void>): void {
      test(`${client.name} ${client.version}: ${tried}`, { timeout: SLOW_MS }, async ({ skip }) => {
        const tool = await client.install();
        if (typeof tool === 'string') {
          if (process.env.CI === 'true' && client.isOptional !== true)
            throw new Error(`CI=true: all tests must run. ${tool}`);
          process.stdout.write(`SKIPPED: ${client.name}: ${tried}. ${tool}\n`);
          return skip(tool);
        }
        await noting(client, tried, () => run(tool));
      });
    },
    /** Runs a test with a program that the system provides. */
    withSystem(client: Pick<Client, 'name' | 'version'>, tried: string, run: () => Promise<void>): void {
      test(`${client.name}: ${tried}`, { timeout: SLOW_MS }, () => noting(client, tried, run));
    },
  };

  async function noting(
    client: Pick<Client, 'name' | 'version'>,
    tried: string,
    run: () => Promise<void>,
  ): Promise<void> {
    try {
      await run();
    } catch (error) {
      note(client, tried, 'fails');
      throw error;
    }
    note(client, tried, 'works');
  }
}

function withRows(document: string, rows: readonly Row[]): string {
  const [before = '', rest = ''] = document.split(BEGIN);
  const [table = '', after = ''] = rest.split(END);
  const all = new Map(parseRows(table).map((row) => [keyOf(row), row]));
  for (const row of rows) {
    const lastWorked = row.lastWorked || (all.get(keyOf(row))?.lastWorked ?? '');
    all.set(keyOf(row), { ...row, lastWorked });
  }
  const lines = [...all.values()]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((row) => `| ${[row.client, row.version, row.tried, row.result, row.lastWorked].join(' | ')} |\n`);
  return `${before}${BEGIN}\n\n${HEAD}${lines.join('')}\n${END}${after}`;
}

function parseRows(table: string): readonly Row[] {
  return [...table.matchAll(/^\| (.+?) \| (.*?) \| (.+?) \| (.+?) \| (.*?) \|$/gm)]
    .map(([, client = '', version = '', tried = '', result = '', lastWorked = '']) => ({
      client,
      version,
      tried,
      result,
      lastWorked,
    }))
    .filter(({ client }) => client !== 'Client');
}

function keyOf({ client, tried }: Row): string {
  return `${client.toLowerCase()} | ${tried}`;
}
