import type { AppError } from '@overdue/domain/error.ts';
import { errorStatus } from '../../platform/http/envelope.ts';
import type { DialectResponse } from './dialect.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

export function plainResponse(status: number, body: string): DialectResponse {
  return { status, type: PLAIN_TEXT, body };
}

/** Writes the error as text, for services whose clients read only the status. */
export function plainRefusal({ code, message }: AppError): DialectResponse {
  return plainResponse(errorStatus(code), message);
}
