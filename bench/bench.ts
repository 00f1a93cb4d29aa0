import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Report, reportText } from './report.ts';
import { keepCoresApart, type Service } from './server-process.ts';

export interface Bench<Numbers> {
  /** Options by name, from the command line or else from the script. */
  readonly numbers: Numbers;
  /** A folder for this run alone, which is removed at the end. */
  readonly folder: string;
  /** Where files that take long to make are kept for the next script; null when nothing is to be kept. */
  readonly keepFolder: string | null;
  /** Has something stopped at the end, whatever happens until then: the last one first. */
  own<Owned extends Stoppable>(owned: Owned): Owned;
  /** Stops it now and passes its complaints on. */
  release(owned: Stoppable): Promise<void>;
}

interface Stoppable {
  readonly complaints?: Service['complaints'];
  stop(): Promise<void>;
}

/**
 * Answers one question: reads the command line (`--json`, `--dir FOLDER`, and a number for each of `numbers`), runs the
 * measurement, removes and stops all that it made, and prints the figures.
 */
export function bench<Numbers extends NumbersByName>(
  question: string,
  numbers: Numbers,
  measure: Measure<Numbers>,
): Promise<void> {
  return answer({ question, numbers, measure, placement: keepCoresApart() });
}

/** As {@link bench}, where whatever takes part shares all cores. */
export function benchOnSharedCores<Numbers extends NumbersByName>(
  question: string,
  numbers: Numbers,
  measure: Measure<Numbers>,
  placement = 'The nodes, PostgreSQL and the load generator shared all cores; nothing was pinned.',
): Promise<void> {
  return answer({ question, numbers, measure, placement });
}

type NumbersByName = Readonly<Record<string, number>>;
type Measure<Numbers> = (bench: Bench<Numbers>) => Promise<Omit<Report, 'question'>>;

async function answer<Numbers extends NumbersByName>({
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
