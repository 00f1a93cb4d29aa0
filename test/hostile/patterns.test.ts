import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { findSuperlinear } from './growth.ts';
import { type FoundPattern, findBuiltPatterns, findPatterns } from './sources.ts';
import { textsOf, UNITS } from './texts.ts';

// The tests measure processor time, so a busy machine may take long.
vi.setConfig({ testTimeout: 120_000 });

/** Parts for which no samples are made: they are too slow, or not supported. */
const WITHOUT_SAMPLES = /\(\?<?[=!]|\\p\{/i;
/** A repetition without a maximum, or with a high one. Without it, the time for each place of a text is bounded. */
const REPETITION = /[*+]|\{\d+,(?:\d{2,})?\}/;
/** An end that no repetition of a few characters contains whole, so that a match must try all shorter repetitions. */
const END = '\u0001\n"\u0001';
const CHARACTERS = UNITS.filter((unit) => [...unit].length === 1);
const OWN_MAX = 30;
const PREFIXES_MAX = 3;

function canRepeat({ source }: RegExp): boolean {
  return REPETITION.test(source.replaceAll(/\\./gs, 'x').replaceAll(/\[[^\]]*\]/g, 'x'));
}

/** Texts that a pattern matches, which lead it into each of its parts. */
function samplesOf({ source, flags }: RegExp): readonly string[] {
  const sources = WITHOUT_SAMPLES.test(source) ? [] : [new RegExp(source, flags.replace(/[gy]/g, ''))];
  try {
    return sources
      .flatMap((pattern) =>
        fc.sample(fc.stringMatching(pattern, { size: 'xsmall' }), { numRuns: 3, seed: 1 }),
      )
      .map((sample) => sample.slice(0, 40));
  } catch {
    return [];
  }
}

/** Literal fragments in the source of a pattern. */
function fragmentsOf(source: string): readonly string[] {
  return source
    .replaceAll(/\\([^\w])/g, '$1')
    .split(/[()[\]{}|?*+^$\\]+/)
    .filter((part) => part.length > 0 && part.length < 40);
}

/** Texts made of the parts of a pattern: each character and fragment repeated, also after the beginning of a match. */
function hostileTexts(pattern: RegExp) {
  const samples = samplesOf(pattern);
  const beginnings = samples.flatMap((sample) =>
    [1, 2, 4, 8, sample.length].filter((end) => end <= sample.length).map((end) => sample.slice(0, end)),
  );
  const own = [...new Set([...fragmentsOf(pattern.source), ...beginnings])].slice(0, OWN_MAX);
  const longest = beginnings.toSorted((a, b) => b.length - a.length).slice(0, PREFIXES_MAX);
  return [
    ...textsOf([...own, ...UNITS], [''], [END]),
    ...textsOf([...own.slice(0, 10), ...CHARACTERS], ['a', ...longest], [END]),
  ];
}

function superlinearText(pattern: RegExp): string | null {
  const each = new RegExp(pattern, [...new Set(`${pattern.flags}g`)].join(''));
  // Tries every place of the text, as the other methods do together.
  const work = (text: string) => text.replace(each, '');
  return findSuperlinear(work, hostileTexts(pattern));
}

const found = [...findPatterns(), ...(await findBuiltPatterns())].filter(({ pattern }) => canRepeat(pattern));

test.each(found.map((pattern): [string, FoundPattern] => [`${pattern.path}: ${pattern.code}`, pattern]))(
  'the pattern takes linear time on hostile text: %s',
  (_, { pattern }) => {
    expect(superlinearText(pattern)).toBeNull();
  },
);

// Patterns that once kept the service busy for seconds.
test.each([
  /^[-_]+|[-_]+$/g,
  /https?:\/\/[^\s'"]+?\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=[/\s'"?]|$)/i,
  /\/badge\/(?<project>[\w-]{1,150})\/(?<signature>[^/.]+)(?:\/.+)?\.\w+$/,
  /(\b[\w-]*(?:password|passwd|secret|token|api[_-]?key)["']?\s*[=:]\s*["']?)(?!\[masked\])[^\s"'&,;]{4,}/gi,
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  /^(?:a+)+$/,
])('this test finds the superlinear pattern %s', (pattern) => {
  expect(canRepeat(pattern) && superlinearText(pattern)).toEqual(expect.any(String));
});
