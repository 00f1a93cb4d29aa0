import type { ExcerptParts } from './log-excerpt.ts';

const MASK = '[masked]';
/** Minimum length of a variable's value to mask. Shorter values also occur in harmless text. */
const VALUE_LENGTH_MIN = 8;
/** Maximum bytes next to omitted bytes that may be a part of a secret. */
const CUT_BYTES_MAX = 8192;

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of settings that are secret wherever they occur, also within a longer name. */
const STRONG =
  'pass(?:word|wd|phrase)|secret|token|credentials?|ping[_-]?(?:url|key)|(?:api|access|account|auth|encryption|master|private|signing)[_-]?key';
/** Names that also occur in common words, so that they count only as a word of their own. */
const WEAK = 'pass|pwd|auth|dsn|webhook(?:[_-]?url)?|cookie';
const SECRET_VARIABLE = new RegExp(`${STRONG}|(?<![a-z])(?:${WEAK})(?![a-z])`, 'i');
/** Variables whose names suggest a secret, but which contain a path. */
const PATH_VARIABLE = /^(?:OLD)?PWD$|_(?:FILE|PATH|DIR|SOCK)$/i;

/** The end of a name: `_1` in `PASSWORD_1`, and its closing quotation mark. A letter would make another word. */
const NAME_END = `(?:[_-]\\w{1,30})?(?:\\\\?["'])?`;
/** A value up to its closing quotation mark, or a word. */
const VALUE = `\\\\"[^"\\\\\\n]{1,4000}|"(?:[^"\\\\\\n]|\\\\.){1,4000}|'(?:[^'\\\\\\n]|\\\\.){1,4000}|[^\\s"'&,;<>\\\\]{4,4000}`;
const SIGN = '\\s{0,3}[=:]\\s{0,3}';
/** A sign that isn't the colon of a sentence. */
const CLEAR_SIGN = `(?:\\s{0,3}=\\s{0,3}|(?<=["'])\\s{0,3}:\\s{0,3})`;

/**
 * Expressions whose first group is kept, and whose second group is a secret. All repetitions have limits, so that the time is linear in the
 * length of the text.
 */
const PATTERNS: readonly RegExp[] = [
  // Assignments: DB_PASSWORD=…, "apiKey": "…", password: …
  new RegExp(`((?:${STRONG})${NAME_END}${SIGN})(${VALUE})`, 'gi'),
  new RegExp(`((?<=[_-])(?:${WEAK})${NAME_END}${SIGN})(${VALUE})`, 'gi'),
  // A path after PWD= is the working directory.
  new RegExp(`((?<![a-z])(?:${WEAK})${NAME_END}${CLEAR_SIGN})((?!/)(?:${VALUE}))`, 'gi'),
  new RegExp(`((?<=[a-z])(?:Pass|Pwd|Auth|Dsn|Webhook|Cookie)${NAME_END}${SIGN})(${VALUE})`, 'g'),
  // Options: --password …, -p… of mysql, and -u user:…
  new RegExp(`(--(?:[\\w-]{0,30}-)?(?:${STRONG}|${WEAK})\\s{1,3})(?!-)(${VALUE})`, 'gi'),
  /(\b(?:mysql|mariadb)[^\n]{0,300}?\s-p)([^\s-][^\s]{0,400})/g,
  /((?<!\S)-p)((?=[^\d\s]{0,60}\d)(?=\d{0,60}[a-z])[^\s/:=,.]{6,400})/gi,
  /((?<!\S)(?:-[uU]|--(?:proxy-)?user)[\s=]{0,3}["']?(?!\d{1,10}[:\s])[^\s:"']{1,100}:)([^\s"']{1,400})/g,
  // XML: <password>…</password>
  new RegExp(`(<[\\w:.-]{0,40}(?:${STRONG}|password)[^<>]{0,100}>)([^<\\n]{1,1000})`, 'gi'),
  // HTTP headers.
  /(\b(?:proxy-)?authorization["']?\s{0,3}:\s{0,3}["']?(?:bearer|basic|digest|token)\s{1,3})([^\s"']{1,8000})/gi,
  /(\b(?:set-)?cookie:\s{0,3})([^\s][^\n\r]{0,8000})/gi,
  // Passwords in URLs, postgres://user:password@host, and tokens, https://token@host.
  /(:\/\/[^\s/:@"'<>]{0,256}:)([^\s/"'<>]{1,1000})(?=@)/g,
  /(:\/\/)([^\s/:@"'<>]{16,1000})(?=@)/g,
  // Addresses that are secrets: webhooks of chats, and ping URLs.
  /(\bhooks\.slack\.com\/)((?:services|workflows|triggers)\/[\w/-]{8,300})/g,
  /(\bdiscord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/)([\w-]{8,200})/g,
  /(\bapi\.telegram\.org\/bot)(\d{3,20}:[\w-]{20,100})/g,
  /(\/ping\/)([A-Za-z0-9]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![A-Za-z0-9])/g,
  /()(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$))/g,
  // Keys and tokens in known formats: AWS, GitHub, GitLab, Slack, Stripe, Anthropic, OpenAI, Google, npm, PyPI, Hugging Face, SendGrid,
  // DigitalOcean, Shopify, Overdue, age, and JSON web tokens.
  /()(\bA(?:KIA|SIA)[A-Z0-9]{16}\b)/g,
  /()(\b(?:gh[opusr]_|github_pat_|npm_|hf_|whsec_|ovd_|shp(?:at|ca|pa|ss)_|dop_v1_|pypi-)[\w-]{16,400})/g,
  /()(\b(?:gl(?:pat|rt|dt|ptt|oas|soat|cbt|ft|imt|agent)-|xox[abeoprs]-|xapp-)[\w.-]{10,400})/g,
  /()(\b(?:sk|rk|pk)_(?:live|test)_\w{8,400})/g,
  /()(\bsk-(?:ant-|proj-|svcacct-|or-)?[\w-]{16,400})/g,
  /()(\bAIza[\w-]{30,80}|\bGOCSPX-[\w-]{20,80}|\bya29\.[\w-]{20,1000})/g,
  /()(\bSG\.[\w-]{16,80}\.[\w-]{16,80})/g,
  /()(\bAGE-SECRET-KEY-1[A-Z0-9]{20,100})/g,
  /()(\beyJ[\w-]{10,1000}\.[\w-]{10,4000}\.[\w-]{10,2000})/g,
];

/**
 * Masks likely secrets in the log of a job: values of variables whose names suggest a secret, and text that looks like a
 * credential.
 */
export function maskSecrets(log: Buffer, env: Variables): Buffer {
  return maskPatterns(maskValues(log, secretValues(env)));
}

function maskValues(log: Buffer, values: readonly string[]): Buffer {
  // Latin-1 keeps every byte, so that binary logs stay unchanged.
  let text = log.toString('latin1');
  for (const value of values) text = text.replaceAll(value, MASK);
  return Buffer.from(text, 'latin1');
}

function maskPatterns(log: Buffer): Buffer {
  let text = log.toString('latin1');
  for (const pattern of PATTERNS) text = text.replace(pattern, masked);
  return Buffer.from(text, 'latin1');
}

function masked(match: string, kept: string, secret: string): string {
  if (secret.replace(/^\\?["']/, '').startsWith(MASK)) return match;
  // The closing quotation mark isn't part of the match.
  const [quote = ''] = /^\\?["']/.exec(secret) ?? [];
  return `${kept}${quote}${MASK}`;
}

/** Returns the values of secret variables in Latin-1, the longest first, because a value may be a part of another. */
function secretValues(env: Variables): readonly string[] {
  return Object.entries(env)
    .filter(([name]) => SECRET_VARIABLE.test(name) && !PATH_VARIABLE.test(name))
    .map(([, value = '']) => Buffer.from(value).toString('latin1'))
    .filter((value) => value.length >= VALUE_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}

/**
 * Masks the parts of a log. Where bytes are left out between the parts, a secret may have been cut in two, so the line there is left out
 * as well.
 */
export function maskExcerpt(parts: ExcerptParts, env: Variables): ExcerptParts {
  const { omittedBytes } = parts;
  if (omittedBytes === 0)
    return {
      ...parts,
      head: maskSecrets(Buffer.concat([parts.head, parts.tail]), env),
      tail: Buffer.alloc(0),
    };
  const values = secretValues(env);
  const cut = values.map((value) => Buffer.from(value, 'latin1'));
  const head = maskValues(parts.head, values);
  const tail = maskValues(parts.tail, values);
  const end = endOfWholeLines(head, cut);
  const start = startOfWholeLines(tail, cut);
  return {
    head: maskPatterns(head.subarray(0, end)),
    omittedBytes: omittedBytes + head.length - end + start,
    tail: maskPatterns(tail.subarray(start)),
  };
}

/** Returns where the last line of a beginning starts, or where a value that is cut off starts, which may have several lines. */
function endOfWholeLines(head: Buffer, values: readonly Buffer[]): number {
  const line = head.lastIndexOf('\n') + 1;
  const cut = values.map((value) => {
    for (let size = Math.min(value.length - 1, head.length); size > 0; size -= 1)
      if (head.subarray(-size).equals(value.subarray(0, size))) return head.length - size;
    return head.length;
  });
  return Math.min(Math.max(line, head.length - CUT_BYTES_MAX), ...cut);
}

/** Returns where the first whole line of an end starts, after a value whose beginning is cut off. */
function startOfWholeLines(tail: Buffer, values: readonly Buffer[]): number {
  const newline = tail.indexOf('\n');
  const line = newline === -1 ? tail.length : newline + 1;
  const cut = values.map((value) => {
    for (let size = Math.min(value.length - 1, tail.length); size > 0; size -= 1)
      if (tail.subarray(0, size).equals(value.subarray(-size))) return size;
    return 0;
  });
  // The end of a private key whose beginning is left out.
  const key = /^[^-]*-----END [A-Z ]{0,40}PRIVATE KEY-----/.exec(
    tail.subarray(0, CUT_BYTES_MAX).toString('latin1'),
  );
  return Math.max(Math.min(line, CUT_BYTES_MAX), key?.[0].length ?? 0, ...cut);
}
