import { html as fill, raw } from 'hono/html';

/** HTML that templates insert without escaping. */
export type Markup = ReturnType<typeof raw>;

type Part = Markup | string | number | readonly Markup[];

/** Fills an HTML template. Escapes all texts, but not the markup that `html` and `raw` return. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const filled = fill(strings, ...parts);
  if (filled instanceof Promise) throw new Error('A template must not contain promises.');
  return filled;
}

export { raw };
