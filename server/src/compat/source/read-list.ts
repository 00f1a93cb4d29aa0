import { AppError } from '@overdue/domain/error.ts';
import type { z } from 'zod';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import { type ItemResult, isLeftOut } from './draft-item.ts';
import { type ImportItem, ITEMS_MAX, type LeftOutItem } from './item.ts';

/** Number of entries to translate before yielding to pings. */
const ENTRIES_AT_ONCE = 100;

/** Parses an export as JSON. */
export function readExport(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError('invalid', `The file isn't JSON. Use ${what}.`, { cause });
  }
}

/** Refuses a source with more items than one import accepts. */
export function requireFew(count: number): void {
  if (count > ITEMS_MAX)
    throw new AppError(
      'too_large',
      `The source has ${count} items, and one import accepts at most ${ITEMS_MAX}. Import the source in parts.`,
    );
}

/**
 * Translates each entry of a list separately. Leaves out unreadable entries, and names them.
 * @param translate returns null for an entry that is left out silently
 */
export async function translateList<T>(
  entries: readonly unknown[],
  {
    schema,
    translate,
  }: { readonly schema: z.ZodType<T>; readonly translate: (entry: T) => ItemResult | null },
): Promise<SplitResults> {
  requireFew(entries.length);
  const results: (ItemResult | null)[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_AT_ONCE === 0) await yieldToPings();
    const parsed = schema.safeParse(entry);
    results.push(
      parsed.success ? translate(parsed.data) : unreadableItem(entry, { index, error: parsed.error }),
    );
  }
  return splitResults(results);
}

function unreadableItem(
  entry: unknown,
  { index, error }: { readonly index: number; readonly error: z.ZodError },
): LeftOutItem {
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.') || 'the item'))];
  return {
    name: nameIn(entry) ?? `item ${index + 1}`,
    reason: `These fields can’t be read: ${fields.join(', ')}.`,
  };
}

interface SplitResults {
  readonly items: readonly ImportItem[];
  readonly leftOut: readonly LeftOutItem[];
}

export function splitResults(results: readonly (ItemResult | null)[]): SplitResults {
  const readable = results.filter((result) => result !== null);
  return {
    items: readable.filter((result): result is ImportItem => !isLeftOut(result)),
    leftOut: readable.filter(isLeftOut),
  };
}

function nameIn(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return null;
  return typeof entry.name === 'string' && entry.name !== '' ? entry.name.slice(0, 200) : null;
}
