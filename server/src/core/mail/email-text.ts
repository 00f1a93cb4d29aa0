import PostalMime from 'postal-mime';

const NESTING_MAX = 30;
const FORWARDED_MAX = 2;
const HEADER_BYTES_MAX = 128 * 1024;
/** Maximum possible separator lines of an email. An email with very many parts would take seconds to read. */
const SEPARATORS_MAX = 2000;
/** Maximum lines to read, because even short lines take time. */
const LINES_MAX = 10_000;
/** Maximum characters of a text part in which the text of the HTML part is searched. */
const SEARCHED_LENGTH_MAX = 16_000;
/**
 * Beginning of a link's tag that doesn't end within 4000 characters, or before the next tag. The parser would look for its end up to
 * the end of the email.
 */
const ENDLESS_LINK = /<(?=a\b(?![^<>]{0,4000}>))/gi;
const LINE_FEED = 0x0a;
const UNREADABLE = 'The email could not be read, so its log is the email as received.';

export interface EmailText {
  readonly subject: string;
  /** Text part, followed by the text of the HTML part if it differs. */
  readonly text: string;
  readonly warning: string | null;
  /** Whether the email was cut because it has too many lines. */
  readonly isCut: boolean;
}

/** Reads the subject and the text of an email, which may be cut. Never throws, so that an unreadable email still counts as a ping. */
export async function readEmailText(whole: Uint8Array): Promise<EmailText> {
  const email = firstLines(whole);
  const isCut = email.byteLength < whole.byteLength;
  if (hasTooManyParts(email)) return { ...asReceived(email), isCut };
  try {
    const {
      subject = '',
      text = '',
      html = '',
    } = await PostalMime.parse(email, {
      maxNestingDepth: NESTING_MAX,
      maxHeadersSize: HEADER_BYTES_MAX,
      maxRfc822NestingDepth: FORWARDED_MAX,
    });
    const ofHTML = html === '' ? '' : await textOfHTML(html);
    return { subject, text: joinParts(text.trim(), ofHTML.trim()), warning: null, isCut };
  } catch {
    return { ...asReceived(email), isCut };
  }
}

function asReceived(email: Uint8Array) {
  return { subject: '', text: new TextDecoder().decode(email), warning: UNREADABLE };
}

function firstLines(email: Uint8Array): Uint8Array {
  let end = 0;
  for (let lines = 0; lines < LINES_MAX; lines += 1) {
    end = email.indexOf(LINE_FEED, end) + 1;
    if (end === 0) return email;
  }
  return email.subarray(0, end);
}

function hasTooManyParts(email: Uint8Array): boolean {
  const bytes = Buffer.from(email.buffer, email.byteOffset, email.byteLength);
  let at = bytes.indexOf('\n--');
  for (let count = 0; count <= SEPARATORS_MAX; count += 1) {
    if (at === -1) return false;
    at = bytes.indexOf('\n--', at + 1);
  }
  return true;
}

/**
 * Joins the text and HTML parts, because Healthchecks searches both parts for keywords. Leaves out an HTML part whose text the
 * text part already contains.
 */
function joinParts(text: string, ofHTML: string): string {
  if (ofHTML === '' || contains(inOneLine(text), inOneLine(ofHTML))) return text;
  return text === '' ? ofHTML : `${text}\n\n${ofHTML}`;
}

/** Whether a text contains another. Long texts count only if they begin alike, because a search could take quadratic time. */
function contains(text: string, part: string): boolean {
  return text.length > SEARCHED_LENGTH_MAX ? text.startsWith(part) : text.includes(part);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Converts HTML to text with the email parser. Adds an empty text part, because the parser converts HTML only if the email also
 * has a text part.
 */
async function textOfHTML(html: string): Promise<string> {
  const encoded = Buffer.from(withoutStyles(html).replace(ENDLESS_LINK, '&lt;')).toString('base64');
  const { text = '' } = await PostalMime.parse(
    [
      'Content-Type: multipart/mixed; boundary=part',
      '',
      '--part',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      encoded,
      '--part',
      'Content-Type: text/plain',
      '',
      '',
      '--part--',
    ].join('\r\n'),
  );
  return text;
}

/** Removes style sheets, because the parser treats them as text. Takes linear time. */
function withoutStyles(html: string): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  let from = 0;
  for (let start = lower.indexOf('<style'); start !== -1; start = lower.indexOf('<style', from)) {
    const end = lower.indexOf('</style', start);
    if (end === -1) break;
    kept.push(html.slice(from, start));
    from = end;
  }
  return kept.join('') + html.slice(from);
}
