const MASK = '[masked]';
/** Minimum length of a value to mask. Shorter values also occur in harmless text. */
const VALUE_LENGTH_MIN = 8;
const SECRET_NAME =
  /token|secret|password|passwd|passphrase|api_?key|access_?key|private_?key|credential|ping_(?:url|key)/i;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  // Passwords in URLs: postgres://user:password@host.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi, `$1${MASK}`],
  [/(\bauthorization:\s*(?:bearer|basic|token)\s+)\S+/gi, `$1${MASK}`],
  [
    /(\b[\w-]*(?:password|passwd|secret|token|api[_-]?key)["']?\s*[=:]\s*["']?)(?!\[masked\])[^\s"'&,;]{4,}/gi,
    `$1${MASK}`,
  ],
  // Access keys of AWS, tokens of GitHub, GitLab and Slack, and JSON web tokens.
  [/\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g, MASK],
  [/\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,})/g, MASK],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, MASK],
];

/**
 * Masks likely secrets in the log of a job: values of variables whose names suggest a secret, and text that looks like a
 * credential.
 */
export function maskSecrets(log: Buffer, env: Readonly<Record<string, string | undefined>>): Buffer {
  // Latin-1 keeps every byte, so that binary logs stay unchanged.
  let text = log.toString('latin1');
  for (const [name, value = ''] of Object.entries(env)) {
    if (!SECRET_NAME.test(name) || value.length < VALUE_LENGTH_MIN) continue;
    text = text.replaceAll(Buffer.from(value).toString('latin1'), MASK);
  }
  for (const [pattern, mask] of PATTERNS) text = text.replace(pattern, mask);
  return Buffer.from(text, 'latin1');
}
