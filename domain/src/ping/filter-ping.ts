import type { PingMethod, PingType } from './ping.ts';
import type { PingFilter } from './ping-filter.ts';

/** Parts of a ping that a filter reads. */
interface SentPing {
  readonly type: PingType;
  readonly method: PingMethod;
  readonly body: Uint8Array | null;
}

interface FilteredPing {
  readonly type: PingType | 'ignored';
  /** Set if the ping is ignored, or if a keyword turned a reported failure into a success or a start. */
  readonly warning: string | null;
}

const FAILURE_OVERRULED =
  'The ping reported a failure, but a keyword matched. Keywords take precedence, so the ping counts as';

/**
 * Returns the type of a ping after filtering. Failure keywords take precedence over success keywords, and success keywords over
 * start keywords.
 */
export function filterPing(filter: PingFilter, ping: SentPing): FilteredPing {
  const { type, method } = ping;
  if (filter.methods === 'POST' && method !== 'POST' && method !== 'EMAIL')
    return {
      type: 'ignored',
      warning: `The ping was ignored: the monitor accepts POST only, not ${method}.`,
    };
  const texts = searchedTexts(filter, ping);
  if (texts.length === 0) return { type, warning: null };
  const has = (keywords: string) =>
    keywordsOf(keywords).some((word) => texts.some((text) => text.includes(word)));
  if (has(filter.failureKeywords)) return { type: 'fail', warning: null };
  if (has(filter.successKeywords)) return countAs(type === 'ping' ? 'ping' : 'end', type);
  if (has(filter.startKeywords)) return countAs('start', type);
  if (filter.otherwise === 'fail') return { type: 'fail', warning: null };
  return { type: 'ignored', warning: 'The ping was ignored: no keyword was found.' };
}

function countAs(type: PingType, sent: PingType): FilteredPing {
  const word = type === 'start' ? 'a start' : 'a success';
  return { type, warning: sent === 'fail' ? `${FAILURE_OVERRULED} ${word}.` : null };
}

/**
 * Returns the texts to search for keywords; none if the filter doesn't apply to the ping. Keywords are searched in bytes, without
 * decoding, because the text may have been cut within a character.
 */
function searchedTexts(filter: PingFilter, { method, body }: SentPing): readonly Buffer[] {
  if (method !== 'EMAIL') return filter.searchHTTPBody ? [bufferOf(body)] : [];
  if (!filter.searchSubject && !filter.searchEmailBody) return [];
  const email = readEmailLog(bufferOf(body));
  return [...(filter.searchSubject ? [email.subject] : []), ...(filter.searchEmailBody ? [email.text] : [])];
}

function bufferOf(bytes: Uint8Array | null): Buffer {
  return bytes === null ? Buffer.alloc(0) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function keywordsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

const SUBJECT = 'Subject: ';
const SUBJECT_LENGTH_MAX = 500;
const BREAK = '\n\n';

/** Writes the log of a ping that arrived as an email. {@link readEmailLog} splits the log again for keyword filters. */
export function writeEmailLog(subject: string, text: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return `${SUBJECT}${line.slice(0, SUBJECT_LENGTH_MAX)}${BREAK}${text}`;
}

interface EmailText {
  readonly subject: Buffer;
  readonly text: Buffer;
}

/** Splits a log that {@link writeEmailLog} wrote into subject and text. The log may have been cut. */
function readEmailLog(log: Buffer): EmailText {
  const end = log.indexOf(BREAK);
  const head = end === -1 ? log : log.subarray(0, end);
  return { subject: head.subarray(SUBJECT.length), text: log.subarray(head.length) };
}
