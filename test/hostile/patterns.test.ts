import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSuperlinear } from './growth.ts';
import { type FoundPattern, findPatterns } from './sources.ts';
import { textsOf, UNITS } from './texts.ts';

const found = findPatterns();
const GENERAL = textsOf(UNITS, [''], ['', '\u0001']);
const LOOKAROUND = /\(\?<?[=!]/;

/** Texts that a pattern matches, which lead it into each of its parts. */
function samplesOf({ source, flags }: RegExp): readonly string[] {
  const sources = LOOKAROUND.test(source) ? [] : [new RegExp(source, flags.replace(/[gy]/g, ''))];
  try {
    return sources.flatMap((pattern) =>
      fc.sample(fc.stringMatching(pattern, { size: 'xsmall' }), { numRuns: 4, seed: 1 }),
    );
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

function prefixesOf(samples: readonly string[]): readonly string[] {
  return samples.flatMap((sample) =>
    [1, 2, 4, 8, sample.length].filter((end) => end <= sample.length).map((end) => sample.slice(0, end)),
  );
}

function superlinearText(pattern: RegExp): string | null {
  const samples = samplesOf(pattern).map((sample) => sample.slice(0, 40));
  const fragments = fragmentsOf(pattern.source);
  const prefixes = prefixesOf(samples);
  const own = [...fragments, ...prefixes, ...samples.flatMap((sample) => [...sample.slice(0, 12)])];
  const each = new RegExp(pattern, [...new Set(`${pattern.flags}g`)].join(''));
  const work = (text: string) => {
    // Tries every place of the text, like the other methods do together.
    text.replace(each, '');
  };
  const texts = [
    ...GENERAL,
    ...textsOf([...own.slice(0, 30), ...UNITS.slice(0, 20)], ['', ...prefixes.slice(0, 4)], ['\u0001']),
  ];
  return texts.find(({ textOf }) => isSuperlinear(work, textOf))?.name ?? null;
}

test.each(found.map((pattern): [string, FoundPattern] => [`${pattern.path}: ${pattern.code}`, pattern]))(
  'the pattern takes linear time on hostile text: %s',
  (_, { pattern }) => {
    expect(superlinearText(pattern)).toBeNull();
  },
);
