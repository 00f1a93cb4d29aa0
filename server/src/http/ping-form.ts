import type { Field } from '../domain/ping-field.ts';
import { isReport } from '../domain/ping-report.ts';

/** Bytes of a form that are read. */
export const FORM_BYTES_MAX = 128 * 1024;
const FIELDS_MAX = 1000;

const URL_ENCODED = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART = /^\s*multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** curl calls every body a form: most logs are told from one by their beginning. */
const BEGINNING = /^\s*[A-Za-z_][\w.-]{0,63}=/;
const NAME = /^[\w.[\]-]{1,64}$/;

/** A body whose fields report something. */
export interface Form {
  readonly fields: readonly Field[];
  /** False when fields may be missing, or the body may be a text that only begins like a form. */
  readonly isWhole: boolean;
}

/** True for the types of bodies that browsers and `curl -d` send for forms. */
export function isFormType(contentType: string | undefined): contentType is string {
  return contentType !== undefined && (URL_ENCODED.test(contentType) || MULTIPART.test(contentType));
}

/** Reads a form that reports something; null for every other body, which is a log. */
export async function readForm(contentType: string, bytes: Uint8Array, isCut: boolean): Promise<Form | null> {
  const start = bytes.subarray(0, FORM_BYTES_MAX);
  const isWhole = !isCut && bytes.byteLength <= FORM_BYTES_MAX;
  const fields = URL_ENCODED.test(contentType)
    ? readPairs(start, isWhole)
    : await readParts(contentType, start, isWhole);
  if (fields.length === 0 || fields.length > FIELDS_MAX || !isReport(fields)) return null;
  return { fields, isWhole: isWhole && fields.every(({ name }) => NAME.test(name)) };
}

function readPairs(bytes: Uint8Array, isWhole: boolean): readonly Field[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (!BEGINNING.test(text)) return [];
  // The last one of a form that was cut may be half of a word.
  const end = isWhole ? text.length : Math.max(0, text.lastIndexOf('&'));
  const fields: Field[] = [];
  for (const [name, value] of new URLSearchParams(text.slice(0, end).trim()))
    if (name !== '') fields.push({ name, value });
  return fields;
}

async function readParts(
  contentType: string,
  bytes: Uint8Array,
  isWhole: boolean,
): Promise<readonly Field[]> {
  const [, quoted, plain] = MULTIPART.exec(contentType) ?? [];
  const end = Buffer.from(isWhole ? '' : `\r\n--${quoted ?? plain ?? ''}--\r\n`);
  try {
    const body = new Response(Buffer.concat([bytes, end]), { headers: { 'Content-Type': contentType } });
    const fields: Field[] = [];
    for (const [name, value] of await body.formData())
      fields.push({ name, value: typeof value === 'string' ? value : await value.text() });
    return isWhole ? fields : fields.slice(0, -1);
  } catch {
    // Not a form, whatever its type says: then it is a log.
    return [];
  }
}
