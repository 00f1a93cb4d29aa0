import { AppError } from '@overdue/domain/error.ts';
import { parseJSON } from '@overdue/domain/json.ts';
import type { Context } from 'hono';
import { readBytes } from '../../api/json-body.ts';

/** Maximum marks of a body, as `parseJSON` counts them. A monitor has up to about 100, and a request up to 1,000 monitors. */
const BODY_MARKS_MAX = 200_000;

/** Reads a body of any content type. */
export async function readText(context: Context): Promise<string> {
  return new TextDecoder().decode(await readBytes(context));
}

/** Reads a JSON body of any content type. Returns null if the body isn't JSON. */
export async function readJSON(context: Context): Promise<unknown> {
  return readAnyJSON(await readText(context)) ?? null;
}

/** Returns undefined if the text isn't JSON. Throws if it has too many values. */
export function readAnyJSON(text: string): unknown {
  try {
    return parseJSON(text, BODY_MARKS_MAX);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return undefined;
  }
}
