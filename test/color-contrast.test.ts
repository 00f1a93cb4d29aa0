import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SCHEMES = ['light', 'dark'] as const;
const BACKGROUNDS = ['panel', 'ground', 'sunken', 'hover', 'accent-wash'];
const TEXTS = ['ink', 'soft', 'accent', 'up', 'late', 'failing', 'down', 'paused', 'new', 'running'];
const ANSI_TEXTS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'].map((color) => `ansi-${color}`);
/** Smallest contrast of text and background: WCAG 2.2, success criterion 1.4.3. */
const CONTRAST_MIN = 4.5;

const luminances = readLuminances(
  readFileSync(new URL('../web/src/styles/tokens.css', import.meta.url), 'utf8'),
);

// A test of a page with axe sees only the backgrounds on that page: a row under the mouse has another one.
test.each(SCHEMES)('every text colour has enough contrast on every background (%s)', (scheme) => {
  const weak = [...TEXTS, ...ANSI_TEXTS].flatMap((text) =>
    BACKGROUNDS.map((background) => ({
      text,
      background,
      contrast: contrast(luminanceOf(text, scheme), luminanceOf(background, scheme)),
    })).filter((pair) => pair.contrast < CONTRAST_MIN),
  );
  expect(weak).toEqual([]);
});

type Luminances = Readonly<Record<(typeof SCHEMES)[number], number>>;

function luminanceOf(color: string, scheme: (typeof SCHEMES)[number]): number {
  const found = luminances.get(color);
  if (found === undefined)
    throw new Error(`tokens.css has no colour "${color}" of the form light-dark(oklch(…), oklch(…)).`);
  return found[scheme];
}

/** Reads the relative luminance of each colour that `tokens.css` writes as `light-dark(oklch(…), oklch(…))`. */
function readLuminances(css: string): ReadonlyMap<string, Luminances> {
  const oklch = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
  const definitions = css.matchAll(
    new RegExp(String.raw`--color-([\w-]+): light-dark\(${oklch}, ${oklch}\)`, 'g'),
  );
  return new Map(
    [...definitions].map(([, name = '', ...numbers]) => {
      const [lightL = 0, lightC = 0, lightH = 0, darkL = 0, darkC = 0, darkH = 0] = numbers.map(Number);
      return [name, { light: luminance(lightL, lightC, lightH), dark: luminance(darkL, darkC, darkH) }];
    }),
  );
}

/** Relative luminance (0 to 1) of a colour in OKLCH. The matrices are those of CSS Color 4, section 10.3 (Oklab to linear sRGB). */
function luminance(lightness: number, chroma: number, hueDegrees: number): number {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
