import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Report, reportText } from './report.ts';
import { keepCoresApart, type Service } from './server-process.ts';

export interface Bench<Numbers> {
  /** Numeric options by name: the value from the command line, or the script's default. */
  readonly numbers: Numbers;
  /** Folder for this run, which is removed at the end. */
  readonly folder: string;
  /** Folder for files that take long to create, so that the next script can reuse them; null to keep none. */
  readonly keepFolder: string | null;
  /** Registers a resource to stop at the end of the run, even after an error. Resources are stopped in reverse order. */
  own<Owned extends Stoppable>(owned: Owned): Owned;
  /** Stops a resource now, and reports the warnings and errors in its log. */
  release(owned: Stoppable): Promise<void>;
}

interface Stoppable {
  readonly complaints?: Service['complaints'];
  stop(): Promise<void>;
}

/**
 * Runs a benchmark that answers one question. Reads the command line (`--json`, `--dir FOLDER`, and a number for each of
 * `numbers`), runs the measurement, stops and removes all resources, and prints the figures.
 */
export function bench<Numbers extends NumbersByName>(
  question: string,
  numbers: Numbers,
  measure: Measure<Numbers>,
): Promise<void> {
  return respond({ question, numbers, measure, placement: keepCoresApart() });
}

/** Like {@link bench}, but all processes share all cores. */
export function benchOnSharedCores<Numbers extends NumbersByName>(
  question: string,
  numbers: Numbers,
  measure: Measure<Numbers>,
  placement = 'The nodes, PostgreSQL and the load generator shared all cores; nothing was pinned.',
): Promise<void> {
  return respond({ question, numbers, measure, placement });
}

type NumbersByName = Readonly<Record<string, number>>;
type Measure<Numbers> = (bench: Bench<Numbers>) => Promise<Omit<Report, 'question'>>;

async function respond<Numbers extends NumbersByName>({
  question,
  numbers,
  measure,
  placement,
}: {
  readonly question: string;
  readonly numbers: Numbers;
  readonly measure: Measure<Numbers>;
  readonly placement: string;
}): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      dir: { type: 'string' },
      ...Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' } as const])),
    },
  });
  const keepFolder = typeof values.dir === 'string' ? values.dir : null;
  if (keepFolder !== null) mkdirSync(keepFolder, { recursive: true });
  const folder = mkdtempSync(join(keepFolder ?? tmpdir(), 'overdue-bench-'));
  const all: Stoppable[] = [];
  const complaints: string[] = [];
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  async function release(owned: Stoppable): Promise<void> {
    if (all.includes(owned)) all.splice(all.indexOf(owned), 1);
    await owned.stop();
    complaints.push(...(owned.complaints ?? []).map((line) => `The server said: ${line}`));
  }
  try {
    const { figures, notes } = await measure({
      numbers: { ...numbers, ...given(numbers, values) },
      folder,
      keepFolder,
      own(owned) {
        all.push(owned);
        return owned;
      },
      release,
    });
    for (const owned of all.toReversed()) await release(owned);
    const report: Report = { question, figures, notes: [...notes, ...complaints, placement] };
    process.stdout.write(values.json === true ? `${JSON.stringify(report)}\n` : reportText(report));
  } finally {
    for (const owned of all.toReversed()) await owned.stop();
    removeFolder();
  }
}

function given(
  numbers: Readonly<Record<string, number>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const found = Object.keys(numbers).flatMap((name) => {
    const text = values[name];
    if (text === undefined) return [];
    if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text))
      throw new Error(`--${name} must be a number.`);
    return [[name, Number(text)] as const];
  });
  return Object.fromEntries(found);
}
