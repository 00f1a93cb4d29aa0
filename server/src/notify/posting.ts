import type { z } from 'zod';
import type { OutboundRequest } from '../outbound/request.ts';

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

/** What a hosted service's statuses of no access, or nothing there, mean: neither ends by itself. */
export const CLOSED_DOOR = [401, 403, 404, 410] as const;

/** Of a server that people run themselves, a wrong proxy or a restart may say the others: only this one is meant for good. */
export const CLOSED_OWN_DOOR = [410] as const;

/** What a receiver answered, as far as it has the shape; otherwise null. Answers come cut at 64 kB. */
export function readJSON<Shape>(body: string, shape: z.ZodType<Shape>): Shape | null {
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
