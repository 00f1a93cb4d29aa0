import type { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import type { OutboundRequest } from '../../platform/outbound/request.ts';

/**
 * Builds a POST request with a JSON body. Headers may contain settings, because the settings' schemas allow only safe characters.
 */
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

/** Statuses of a permanent refusal by a hosted service: no access, or not found. */
export const GONE_STATUSES_HOSTED = [401, 403, 404, 410] as const;

/**
 * Status with which a self-hosted server refuses permanently. Other statuses may come from a misconfigured proxy or a restart.
 */
export const GONE_STATUSES_SELF_HOSTED = [410] as const;

/** Parses a response; null if the response doesn't have the expected shape, or was truncated at 64 kB. */
export function parseJSONOrNull<Shape>(body: string, shape: z.ZodType<Shape>): Shape | null {
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

const WAIT_SECONDS_MAX = 3600;

/** If the outcome is `failed`, adds the wait that the response body requests, at most one hour. */
export function withWait(result: SendResult, seconds: number | undefined): SendResult {
  if (result.outcome !== 'failed' || seconds === undefined) return result;
  return { ...result, retryAfterMs: Math.ceil(Math.min(seconds, WAIT_SECONDS_MAX) * 1000) };
}
