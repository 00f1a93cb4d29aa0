import { truncate } from '@overdue/domain/format-text.ts';
import { logLines } from '@overdue/domain/logs/log-lines.ts';
import { tailOf } from '@overdue/domain/logs/log-tail.ts';
import { html, type Markup } from '../../platform/http/markup.ts';
import type { Background } from './background.ts';
import { linkedMarkup } from './linked-text.ts';

/** Maximum lines of the log on the page. */
const SHOWN_LINES_MAX = 15;
/** Maximum characters of a line. */
const SHOWN_LINE_LENGTH_MAX = 300;
/** Lines shown before the last likely error if that error is not among the last lines. */
const LINES_BEFORE_ERROR = 4;

/** Writes the last lines of a log without colours, and marks lines that probably name the problem. */
export function logMarkup({
  text,
  isOfFailure,
}: Pick<NonNullable<Background['log']>, 'text' | 'isOfFailure'>): Markup {
  const tail = tailOf(text);
  const lines = logLines(tail.text);
  const errors = new Set(tail.errorLines);
  const from = firstShown(lines.length, tail.errorLines);
  const shown = lines.slice(from, from + SHOWN_LINES_MAX).map((text, index) => ({
    text: truncate(text, SHOWN_LINE_LENGTH_MAX),
    isError: errors.has(from + index),
  }));
  return html`<section>
<h2>${isOfFailure ? 'Log of the failed run' : 'Log of the last run'}</h2>
<pre tabindex="0" aria-label="End of the log"><code>${tail.isCut || from > 0 ? html`<span class="more">…</span>` : ''}${shown.map(
    ({ text, isError }) =>
      isError
        ? html`<mark><span class="unseen">Likely error: </span>${linkedMarkup(text)}</mark>`
        : html`<span>${text === '' ? ' ' : linkedMarkup(text)}</span>`,
  )}</code></pre>
</section>`;
}

/**
 * Returns the index of the first line to show. The page shows the last lines, or the lines around the last likely error if the
 * error is earlier.
 */
function firstShown(count: number, errorLines: readonly number[]): number {
  const end = Math.max(0, count - SHOWN_LINES_MAX);
  const error = errorLines.at(-1);
  return error === undefined ? end : Math.max(0, Math.min(end, error - LINES_BEFORE_ERROR));
}
