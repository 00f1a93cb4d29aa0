import axe from 'axe-core';
import type { Page } from 'playwright-core';

const ALL = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Enabled explicitly, because axe disables this rule by default.
  rules: { 'target-size': { enabled: true } },
};
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/**
 * Returns the violations that axe finds in the page: rule, element and reason. `colours` limits the check to
 * colours, for a second theme. `within` is the selector of the part to check.
 */
export async function findAccessibilityViolations(
  page: Page,
  what: 'all' | 'colours' = 'all',
  within?: string,
): Promise<readonly string[]> {
  // The debugger injects the script, because the Content Security Policy forbids loading scripts.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ ...(what === 'all' ? ALL : COLOURS), resultTypes: ['violations'] });
  return page.evaluate<readonly string[]>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        id + ': ' + html.slice(0, 300) + ' ' + failureSummary.split('\\n').slice(1).join(' '))))`,
  );
}
