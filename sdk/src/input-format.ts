const DATE =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Equals `z.email()` of zod, which the service uses. A test compares both sides. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const YEAR_10000 = Date.UTC(10_000, 0);

/** Checks a text against a JSON Schema format. Returns the problem; null if the text is valid or the format is unknown. */
export function formatProblem(format: string, text: string): string | null {
  switch (format) {
    case 'date-time':
      return isTime(text) ? null : 'This must be an RFC 3339 time, like 2026-11-21T08:15:30Z.';
    case 'email':
      return EMAIL.test(text) ? null : 'This must be an email address, like ann@example.com.';
    case 'uri':
      return isWebAddress(text)
        ? null
        : 'Enter a URL that begins with https:// or http:// and contains no password.';
    default:
      return null;
  }
}

function isTime(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  // Date.UTC turns 30 February into 2 March.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return false;
  return Date.parse(text) < YEAR_10000;
}

function isWebAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}
