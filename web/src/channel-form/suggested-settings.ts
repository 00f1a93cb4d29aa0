/** No letters and digits that look alike, because people type the topic into a phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_CHARACTERS = 16;

/** Returns settings that a new channel's form begins with. Anyone who knows a topic of ntfy can read it, so the topic is random. */
export function suggestedSettings(type: string): Readonly<Record<string, unknown>> {
  return type === 'ntfy' ? { topic: `overdue-${randomText()}` } : {};
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  return [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
