import type { Field } from '@overdue/domain/ping/ping-field.ts';
import { isReport } from '@overdue/domain/ping/ping-report.ts';

/** Maximum bytes of a form that are read. */
export const FORM_BYTES_MAX = 128 * 1024;
/** Maximum fields of a form. A body with more fields is a log. */
const FIELDS_MAX = 100;
const PART_HEADER_BYTES_MAX = 1024;

const URL_ENCODED = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART = /^\s*multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** Beginning that every real form has. Most logs lack this beginning, although curl labels every body as a form. */
const BEGINNING = /^\s*[A-Za-z_][\w.-]{0,63}=/;
const PART_NAME = /^content-disposition:[^\r\n]*[;\s]name="([^"\r\n]{1,64})"/im;
const NAME = /^[\w.[\]-]{1,64}$/;

/** A body whose fields report something. */
export interface Form {
  readonly fields: readonly Field[];
  /** False if fields may be missing, or if the body may be plain text that resembles a form. */
  readonly isWhole: boolean;
}

/** Whether browsers and `curl -d` send forms with this content type. */
export function isFormType(contentType: string | undefined): contentType is string {
  return contentType !== undefined && (URL_ENCODED.test(contentType) || MULTIPART.test(contentType));
}

/** Reads a form. Returns null for a body that is not a form with a report; such a body is a log. Takes linear time. */
export function readForm(
  contentType: string,
  bytes: Uint8Array,
  { isCut }: { readonly isCut: boolean },
): Form | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, FORM_BYTES_MAX));
  const isWhole = !isCut && bytes.byteLength <= FORM_BYTES_MAX;
  const [, quoted, plain] = MULTIPART.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  const fields = boundary === undefined ? readPairs(start, { isWhole }) : readParts(start, boundary);
  if (fields.length === 0 || !isReport(fields)) return null;
  return { fields, isWhole: isWhole && fields.every(({ name }) => NAME.test(name)) };
}

function readPairs(bytes: Buffer, { isWhole }: Pick<Form, 'isWhole'>): readonly Field[] {
  const text = bytes.toString('utf8');
  if (!BEGINNING.test(text) || text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) return [];
  // Drops the last field of a truncated form, which may be incomplete.
  const end = isWhole ? text.length : Math.max(0, text.lastIndexOf('&'));
  const fields: Field[] = [];
  for (const [name, value] of new URLSearchParams(text.slice(0, end).trim()))
    if (name !== '') fields.push({ name, value });
  return fields;
}

/** Reads multipart parts (RFC 7578). Node's `formData()` would take half a second for a small body of many parts. */
function readParts(bytes: Buffer, boundary: string): readonly Field[] {
  const delimiter = `\r\n--${boundary}`;
  const fields: Field[] = [];
  let start = bytes.indexOf(delimiter.slice(2)) + delimiter.length - 2;
  if (start < delimiter.length - 2) return [];
  for (let parts = 0; parts <= FIELDS_MAX; parts += 1) {
    const end = bytes.indexOf(delimiter, start);
    if (end === -1) return fields;
    const field = readPart(bytes.subarray(start, end));
    if (field !== null) fields.push(field);
    start = end + delimiter.length;
  }
  return [];
}

function readPart(part: Buffer): Field | null {
  const headerEnd = part.subarray(0, PART_HEADER_BYTES_MAX).indexOf('\r\n\r\n');
  if (headerEnd === -1) return null;
  const name = PART_NAME.exec(part.toString('utf8', 0, headerEnd))?.[1];
  return name === undefined ? null : { name, value: part.toString('utf8', headerEnd + 4) };
}
