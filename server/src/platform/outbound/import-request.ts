import { createRequest, type OutboundOptions } from './outbound.ts';
import type { Request } from './request.ts';

const TIMEOUT_MS = 30_000;
/** Maximum size of a response. Some services return all monitors in one response. */
const RESPONSE_BYTES_MAX = 20_000_000;

/** Creates the function that reads monitors from another service. */
export function createImportRequest(options: Pick<OutboundOptions, 'clock' | 'isAllowedAddress'>): Request {
  return createRequest({ ...options, timeoutMs: TIMEOUT_MS, responseBytesMax: RESPONSE_BYTES_MAX });
}
