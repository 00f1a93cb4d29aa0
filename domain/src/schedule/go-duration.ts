const DURATION = /^(?:(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:ns|us|µs|μs|ms|s|m|h)){1,20}$/;
const PART = /([\d.]{1,37})([a-zµμ]{1,2})/g;
const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1e-3 };

/** Returns the seconds of a duration of Go without a sign, such as `1h30m`; null for other texts. Parts below a millisecond count as 0. */
export function secondsOfGoDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  return [...text.matchAll(PART)]
    .map(([, number = '', unit = '']) => Number(number) * (UNIT_SECONDS[unit] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

/** Returns the seconds of an expression such as `@every 1h30m`, which Kubernetes accepts as a schedule; null for other texts. */
export function everySeconds(expression: string): number | null {
  const [, duration] = /^@every\s+(\S+)$/i.exec(expression.trim()) ?? [];
  return duration === undefined ? null : secondsOfGoDuration(duration.toLowerCase());
}
