import { AppError } from '@overdue/domain/error.ts';
import { readYAMLDocument, type YAMLReading } from '@overdue/domain/yaml.ts';
import { isMap, isNode, isScalar, stringify } from 'yaml';
import { z } from 'zod';
import { draftItem, fitCount, type ItemResult } from '../source/draft-item.ts';
import type { SourceContent } from '../source/item.ts';
import { translateList } from '../source/read-list.ts';
import { CRONITOR_SETTINGS, cronitorSchedule, readAssertions } from './settings.ts';

const monitor = z.looseObject({
  ...CRONITOR_SETTINGS,
  key: z.string(),
  attributes: z.looseObject({ code: z.string().nullish() }).nullish(),
  type: z.string().default('job'),
});
type Monitor = z.output<typeof monitor>;

/**
 * Matches keys that Cronitor generated. Imports keep these keys as ping IDs, but not keys that people chose, because chosen keys
 * are too easy to guess.
 */
const GENERATED_KEY = /^(?=.*\d)[A-Za-z0-9]{6}$/;

const listed = z.looseObject({ monitors: z.array(z.unknown()) });
const dryRun = z.looseObject({ rollback: z.literal(true) });
const sections = z.record(z.string(), z.unknown());

/** Maximum marks of a YAML file. A monitor has about 20. More marks would keep the service busy for seconds. */
const MARKS_MAX = 40_000;

/** Monitor types by section of a YAML export. */
const TYPES: Readonly<Record<string, string>> = {
  jobs: 'job',
  heartbeats: 'heartbeat',
  checks: 'check',
  sites: 'site',
};

/** Reads the response of Cronitor's `GET /api/monitors`, or the YAML of `cronitor monitor export`. */
export async function readCronitor(text: string): Promise<SourceContent> {
  const { items, leftOut } = await translateList(readCronitorEntries(text), {
    schema: monitor,
    translate: translateMonitor,
  });
  return {
    items,
    leftOut,
    channels: [],
    notes: [
      'Cronitor’s notification lists are not imported. Choose channels in Overdue.',
      'Cronitor’s keys become slugs. Jobs that send Cronitor’s API key keep working if the project keeps that key. Otherwise, they need a ping key of the project.',
    ],
  };
}

/** Returns the unparsed monitors of a JSON list or of YAML sections. */
export function readCronitorEntries(text: string): readonly unknown[] {
  return readCronitorFile(text).entries;
}

/** Returns the unparsed monitors, and whether the file asks to check them without saving them. */
export function readCronitorFile(text: string): {
  readonly entries: readonly unknown[];
  readonly isDryRun: boolean;
} {
  const value = readYAML(text);
  const json = listed.safeParse(value);
  const entries = json.success ? json.data.monitors : readSections(value);
  return { entries, isDryRun: dryRun.safeParse(value).success };
}

/** Returns monitors, indexed by their keys, in the format of a Cronitor YAML export. */
export function writeCronitorYAML(jobs: Readonly<Record<string, object>>): string {
  return stringify({ jobs });
}

/** Parses JSON or YAML. Joins repeated sections of YAML, because each page of an export repeats them. */
function readYAML(text: string): unknown {
  const withoutMark = text.replace(/^\uFEFF/, '');
  const json = tryParseJSON(withoutMark);
  if (json !== undefined) return json;
  if (countMarks(withoutMark) > MARKS_MAX)
    throw new AppError(
      'too_large',
      'The YAML has too many entries. Send several smaller files, or the response of GET /api/monitors.',
    );
  const document = readYAMLDocument(withoutMark, { allowsRepeatedKeys: true, mergesMaps: true });
  const [problem] = document.problems;
  if (problem !== undefined)
    throw new AppError('invalid', `The file is neither JSON nor valid YAML: ${problem.message}`);
  return joinSections(document);
}

function tryParseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts the characters that can begin or end an entry. The parser's time depends on the entries, not on the bytes. */
function countMarks(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/[\n,[\]{}"']|[:?-](?=\s)|[&*!|>%](?=\S)/g)) {
    count += 1;
    if (count > MARKS_MAX) break;
  }
  return count;
}

/** Joins sections of the same name, because a plain object would keep only the last of them. */
function joinSections({ contents, value }: YAMLReading): unknown {
  const pairs = isMap(contents) ? contents.items : [];
  const named = pairs.map(({ key, value: section }) => ({
    name: isScalar(key) ? String(key.value) : '',
    entries: isNode(section) ? () => entriesOf(value(section)) : () => [],
  }));
  if (new Set(named.map(({ name }) => name)).size === named.length) return value();
  const joined = new Map<string, unknown[]>();
  for (const { name, entries } of named) joined.set(name, [...(joined.get(name) ?? []), ...entries()]);
  return Object.fromEntries(joined);
}

function readSections(value: unknown): readonly unknown[] {
  const parsed = sections.safeParse(value);
  const ofKnownType = parsed.success ? Object.entries(parsed.data).filter(([name]) => name in TYPES) : [];
  if (ofKnownType.length === 0)
    throw new AppError(
      'invalid',
      'The file has no monitors. Use the response of GET /api/monitors, or the output of "cronitor monitor export".',
    );
  return ofKnownType.flatMap(([name, section]) =>
    entriesOf(section).map((entry) => ({ ...z.looseObject({}).catch({}).parse(entry), type: TYPES[name] })),
  );
}

/** Returns the entries of a section, which is a list, or a map from keys to settings. */
function entriesOf(section: unknown): readonly unknown[] {
  if (Array.isArray(section)) return section;
  const map = sections.safeParse(section);
  return map.success
    ? Object.entries(map.data).map(([key, settings]) => ({
        ...z.looseObject({}).catch({}).parse(settings),
        key,
      }))
    : [];
}

function translateMonitor(entry: Monitor): ItemResult {
  const { key, type, note, group, tags, grace_seconds, failure_tolerance, assertions } = entry;
  const name = entry.name == null || entry.name === '' ? key : entry.name;
  if (type !== 'job' && type !== 'heartbeat')
    return { name, reason: "Overdue can't check websites. It supports only jobs and heartbeats." };
  const notes: string[] = [];
  if (entry.schedule_tolerance != null && entry.schedule_tolerance > 0)
    notes.push('The tolerance for missed runs is not imported.');
  const schedule = cronitorSchedule(entry, notes);
  return draftItem({
    name,
    slug: key,
    pingID: entry.attributes?.code ?? (GENERATED_KEY.test(key) ? key : undefined),
    description: note ?? '',
    tags: [...(tags ?? []), ...(group == null ? [] : [group])],
    schedule: { ...schedule, ...(grace_seconds == null ? {} : { graceDuration: grace_seconds }) },
    maxRunDuration: readAssertions(assertions ?? [], notes),
    rules: { alertAfterFailures: fitCount((failure_tolerance ?? 0) + 1) },
    paused: entry.paused === true || entry.disabled === true,
    notes,
  });
}
