import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Report, reportText } from './report.ts';
import { PLACEMENT, type Service } from './server-process.ts';

export interface Bench<Numbers> {
  /** What the command line or else the script says, by name. */
  readonly numbers: Numbers;
  /** A folder for this run alone, which is removed at the end. */
  readonly folder: string;
  /** Where files that take long to make are kept for the next script; null when nothing is to be kept. */
  readonly keepFolder: string | null;
  /** Has a service stopped at the end, whatever happens until then. */
  own(service: Service): Service;
  /** Stops a service now and passes its complaints on. */
  release(service: Service): Promise<void>;
}

/**
 * Answers one question: reads the command line (`--json`, `--dir FOLDER`, and a number for each of `numbers`), runs the
 * measurement, removes and stops all that it made, and prints the figures.
 */
export async function bench<Numbers extends Readonly<Record<string, number>>>(
  question: string,
  numbers: Numbers,
  measure: (bench: Bench<Numbers>) => Promise<Omit<Report, 'question'>>,
): Promise<void> {
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
  const services = new Set<Service>();
  const complaints: string[] = [];
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  async function release(service: Service): Promise<void> {
    services.delete(service);
    await service.stop();
    complaints.push(...service.complaints.map((line) => `The server said: ${line}`));
  }
  try {
    const { figures, notes } = await measure({
      numbers: { ...numbers, ...given(numbers, values) },
      folder,
      keepFolder,
      own(service) {
        services.add(service);
        return service;
      },
      release,
    });
    for (const service of services) await release(service);
    const report: Report = { question, figures, notes: [...notes, ...complaints, PLACEMENT] };
    process.stdout.write(values.json === true ? `${JSON.stringify(report)}\n` : reportText(report));
  } finally {
    for (const service of services) await service.stop();
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
