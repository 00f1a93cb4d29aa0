/** Maximum look-ups per statement. */
const LOOKUPS_MAX = 1000;

interface Waiting<Question, Found> {
  readonly question: Question;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Combines look-ups that arrive while another one is in progress. `select` returns its results in any order. */
export function combineLookups<Question, Found>(
  select: (questions: readonly Question[]) => Promise<(question: Question) => Found | null>,
): (question: Question) => Promise<Found | null> {
  let waiting: Waiting<Question, Found>[] = [];
  let isLookingUp = false;

  async function ask(): Promise<void> {
    const lookups = waiting.slice(0, LOOKUPS_MAX);
    waiting = waiting.slice(LOOKUPS_MAX);
    try {
      const find = await select(lookups.map(({ question }) => question));
      for (const { question, resolve } of lookups) resolve(find(question));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
    isLookingUp = false;
    askSoon();
  }

  function askSoon(): void {
    if (isLookingUp || waiting.length === 0) return;
    isLookingUp = true;
    // Look-ups of the same event-loop turn share a statement.
    setImmediate(() => void ask());
  }

  return (question) => {
    const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
    waiting.push({ question, resolve, reject });
    askSoon();
    return promise;
  };
}
