import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { readAnyJSON, readText } from './read-json.ts';

/** Maximum monitors in one request. */
const MONITORS_MAX = 1000;

export interface SentSpecs {
  readonly entries: readonly unknown[];
  /** Format of the body. The response uses the same format. */
  readonly format: 'list' | 'object' | 'yaml';
  /** Whether to check the monitors without saving them. */
  readonly isDryRun: boolean;
}

const monitorList = z.looseObject({ monitors: z.array(z.unknown()), rollback: z.boolean().optional() });

/** Reads a list of the form `{"monitors": […]}`, a single monitor, or YAML sections. Ignores the content type. */
export async function readSpecs(context: Context): Promise<SentSpecs> {
  const text = await readText(context);
  const sent = readAsJSON(text) ?? (await readAsYAML(text));
  if (sent.entries.length > MONITORS_MAX)
    throw new AppError(
      'too_large',
      `One request accepts at most ${MONITORS_MAX} monitors. Send several requests.`,
    );
  return sent;
}

function readAsJSON(text: string): SentSpecs | null {
  const value = readAnyJSON(text);
  if (value === undefined) return null;
  if (Array.isArray(value)) return { entries: value, format: 'list', isDryRun: false };
  const { data, success } = monitorList.safeParse(value);
  if (success) return { entries: data.monitors, format: 'object', isDryRun: data.rollback === true };
  if (typeof value === 'object' && value !== null && 'key' in value)
    return { entries: [value], format: 'object', isDryRun: false };
  throw new AppError('invalid', 'Send a list of monitors, or an object with the list "monitors".');
}

async function readAsYAML(text: string): Promise<SentSpecs> {
  const { readCronitorFile } = await import('./import.ts');
  return { ...readCronitorFile(text), format: 'yaml' };
}
