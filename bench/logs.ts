const LOG_LENGTH = 1000;
const WORDS = 20_000;

let seed = 1;
/** Mulberry32, a pseudorandom generator, so that each run has the same logs. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

/** Words by frequency, as in natural text. Most logs contain the first words, few contain the last ones. */
const VOCABULARY = Array.from({ length: WORDS }, (_, index) => `w${(index * 2_654_435_761) % 4_294_967_296}`);

/** Returns a log of 1,000 bytes. */
export function logOf(number: number): Uint8Array {
  let text = number % 100_000 === 7 ? 'rare needle\n' : '';
  while (text.length < LOG_LENGTH) {
    const level = random() < 0.9 ? 'INFO' : random() < 0.5 ? 'WARN' : 'ERROR connection refused';
    text += `2026-11-21 03:${number % 60}:${number % 59} ${level} pid=${Math.floor(random() * 99_999)}`;
    for (let word = 0; word < 8; word += 1) text += ` ${VOCABULARY[Math.floor(WORDS * random() ** 3)]}`;
    text += '\n';
  }
  return Buffer.from(text.slice(0, LOG_LENGTH));
}
