import type { z } from 'zod';
import type { OutboundRequest } from './channel.ts';

/** A POST of JSON. Headers must be free of line breaks: settings that go into one are held to safe characters. */
export function postJSON(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): OutboundRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** No access, or nothing there: neither ends by itself. */
export const CLOSED_DOOR = [401, 403, 404, 410] as const;

/** What a receiver answered, as far as it has the shape; otherwise null. Answers come cut at 64 kB. */
export function readJSON<Shape>(body: string, shape: z.ZodType<Shape>): Shape | null {
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
