import type { Clock } from './clock.ts';
import { type FieldProblem, OverdueError } from './error.ts';
import type { ReceivedResponse } from './exchange.ts';

type JSONObject = Readonly<Record<string, unknown>>;

/** Returns the `data` of a successful response. Throws the error of any other response. */
export function readData(received: ReceivedResponse, clock: Clock): JSONObject {
  const envelope = parse(received.bytes);
  const isSuccess = received.status >= 200 && received.status < 300;
  if (isSuccess && envelope?.success === true && isObject(envelope.data)) return envelope.data;
  throw errorOf(received, clock, envelope);
}

/** Returns the error of an unsuccessful response, from the service or from a proxy. */
export function errorOf(
  { status, headers, bytes }: ReceivedResponse,
  clock: Clock,
  envelope: JSONObject | null = parse(bytes),
): OverdueError {
  const retryAfter = readRetryAfter(headers.get('Retry-After'), clock);
  const { error, ...current } = isObject(envelope?.data) ? envelope.data : {};
  if (isObject(error) && typeof error.code === 'string' && typeof error.message === 'string') {
    return new OverdueError(error.code, error.message, {
      status,
      retryAfter,
      fields: readFields(error.fields),
      current: error.code === 'precondition_failed' ? current : null,
    });
  }
  return new OverdueError('unexpected_response', unexpectedStatusText(status), { status, retryAfter });
}

function unexpectedStatusText(status: number): string {
  // Browsers report a redirect that they didn't follow as status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'The response is a redirect, which would change the request. Use the address that the redirect leads to.';
  }
  return `The response with status ${status} does not come from Overdue. Check the address and any proxy in between.`;
}

function readFields(fields: unknown): readonly FieldProblem[] {
  return Array.isArray(fields) ? fields.filter(isFieldProblem) : [];
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

/** Parses `Retry-After` into seconds. The service sends seconds; a proxy may send a date. */
function readRetryAfter(text: string | null, clock: Clock): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - clock.now()) / 1000));
}

function parse(bytes: Uint8Array): JSONObject | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(json) ? json : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
