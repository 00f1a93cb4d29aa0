import { AppError } from '@overdue/domain/error.ts';
import { readBetterStack } from '../compat/better-stack/import.ts';
import { readHealthchecks } from '../compat/healthchecks/import.ts';
import { readCrontabs, requireFewLines } from '../compat/hosts/crontab-files.ts';
import { readDiscoveredJobs } from '../compat/hosts/discovered-jobs.ts';
import { isTimerList, isTimerUnits, readTimers } from '../compat/hosts/systemd-timers.ts';
import { readSentry } from '../compat/sentry/import.ts';
import type { ImportSource, SourceContent, SourceFile } from '../compat/source/item.ts';
import { readExport, requireFew } from '../compat/source/read-list.ts';
import { readUptimeKuma } from '../compat/uptime-kuma/import.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';

export interface ReadOptions {
  /** Default time zone for crontabs and timers. */
  readonly timezone: string;
  /** Time of the import. */
  readonly now: number;
}

type Read = (files: readonly SourceFile[], options: ReadOptions) => SourceContent | Promise<SourceContent>;

const READERS: Readonly<Record<ImportSource, Read>> = {
  healthchecks: eachJSON(readHealthchecks, 'the response of GET /api/v3/checks/'),
  'uptime-kuma': eachJSON(readUptimeKuma, 'a backup of Uptime Kuma'),
  'better-stack': eachJSON(readBetterStack, 'the response of GET /api/v2/heartbeats'),
  sentry: eachJSON(readSentry, 'the response of GET /api/0/organizations/{organization}/monitors/'),
  cronitor: readCronitorFiles,
  crontab: readSchedules,
  discover: eachJSON(readDiscoveredJobs, 'the output of "overdue discover --json"'),
};

/** Translates the exported files of a source. */
export async function readSource(
  source: ImportSource,
  files: readonly SourceFile[],
  options: ReadOptions,
): Promise<SourceContent> {
  if (files.length === 0)
    throw new AppError(
      'invalid',
      'There is nothing to import. Provide a file, or an API key of the service.',
    );
  return READERS[source](files, options);
}

function eachJSON(read: (json: unknown) => Promise<SourceContent>, what: string): Read {
  return (files) => readEach(files, (text) => read(readExport(text, what)));
}

/** Reads the files one after another, and refuses more items than one import accepts. */
async function readEach(
  files: readonly SourceFile[],
  read: (text: string) => Promise<SourceContent>,
): Promise<SourceContent> {
  const contents: SourceContent[] = [];
  let count = 0;
  for (const { text } of files) {
    await yieldToPings();
    const content = await read(text);
    count += content.items.length + content.leftOut.length;
    requireFew(count);
    contents.push(content);
  }
  return joinContents(contents);
}

/** Reads files of Cronitor. Only this source loads the YAML parser. */
async function readCronitorFiles(files: readonly SourceFile[]): Promise<SourceContent> {
  const { readCronitor } = await import('../compat/cronitor/import.ts');
  return readEach(files, readCronitor);
}

async function readSchedules(files: readonly SourceFile[], options: ReadOptions): Promise<SourceContent> {
  requireFewLines(files);
  const lists = files.filter(({ text }) => isTimerList(text));
  const units = files.filter(({ text }) => isTimerUnits(text));
  const crontabs = files.filter((file) => !lists.includes(file) && !units.includes(file));
  return joinContents([
    await readCrontabs(crontabs, options),
    ...(lists.length + units.length === 0 ? [] : [await readTimers({ lists, units }, options)]),
  ]);
}

export function joinContents(contents: readonly SourceContent[]): SourceContent {
  return {
    items: contents.flatMap(({ items }) => items),
    leftOut: contents.flatMap(({ leftOut }) => leftOut),
    channels: contents.flatMap(({ channels }) => channels),
    badges: contents.flatMap(({ badges = [] }) => badges),
    notes: [...new Set(contents.flatMap(({ notes }) => notes))],
  };
}
