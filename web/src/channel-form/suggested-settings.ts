/** Omits letters and digits that look alike, because people type the topic into a phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_CHARACTERS = 16;

/**
 * Returns the initial settings of a new channel. A topic of ntfy is random, because anyone who knows the topic can read
 * its messages.
 */
export function suggestedSettings(type: string): Readonly<Record<string, unknown>> {
  return type === 'ntfy' ? { topic: `overdue-${randomText()}` } : {};
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
