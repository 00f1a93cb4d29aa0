import axe from 'axe-core';
import type { Page } from 'playwright-core';

const ALL = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // It is left out of its tag by default.
  rules: { 'target-size': { enabled: true } },
};
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/**
 * What axe finds in the page as it is now: the rule, where, and why. `colours` looks at nothing else, for another theme of the same
 * page. `within` names the part of the page to look at by its selector.
 */
export async function findBarriers(
  page: Page,
  what: 'all' | 'colours' = 'all',
  within?: string,
): Promise<readonly string[]> {
  // By the debugger: the policy lets no page load it.
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`);
  const options = JSON.stringify({ ...(what === 'all' ? ALL : COLOURS), resultTypes: ['violations'] });
  return page.evaluate<readonly string[]>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        id + ': ' + html.slice(0, 300) + ' ' + failureSummary.split('\\n').slice(1).join(' '))))`,
  );
}
