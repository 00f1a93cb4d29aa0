/** Maximum number of nested causes to describe. */
const CAUSES_MAX = 8;
const FAILED = 'The job failed.';

/** Describes the error of a job, with its stack and its causes, in at most `bytesMax` bytes of complete characters. */
export function describeFailure(thrown: unknown, bytesMax: number): Uint8Array {
  const bytes = new Uint8Array(bytesMax);
  const { written } = new TextEncoder().encodeInto(chainOf(thrown).join('\n').slice(0, bytesMax), bytes);
  return bytes.subarray(0, written);
}

function chainOf(thrown: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  for (let waiting = [{ error: thrown, prefix: '' }]; waiting.length > 0 && texts.length <= CAUSES_MAX; ) {
    const [next, ...rest] = waiting;
    waiting = rest;
    if (next === undefined || seen.has(next.error)) continue;
    seen.add(next.error);
    texts.push(next.prefix + textOf(next.error));
    waiting.push(...relatedErrors(next.error));
  }
  return texts;
}

interface RelatedError {
  readonly error: unknown;
  readonly prefix: string;
}

function relatedErrors(error: unknown): readonly RelatedError[] {
  try {
    if (!(error instanceof Error)) return [];
    const errors: unknown = 'errors' in error ? error.errors : undefined;
    return [
      ...(error.cause === undefined ? [] : [{ error: error.cause, prefix: 'Caused by: ' }]),
      ...(Array.isArray(errors)
        ? errors.map((cause: unknown) => ({ error: cause, prefix: 'One of: ' }))
        : []),
    ];
  } catch {
    return [];
  }
}

function textOf(error: unknown): string {
  try {
    const text = String(error);
    const stack = error instanceof Error ? error.stack : undefined;
    if (typeof stack !== 'string' || stack === '') return text;
    // Some runtimes omit the message from the stack.
    return stack.includes(text) ? stack : `${text}\n${stack}`;
  } catch {
    return FAILED;
  }
}
