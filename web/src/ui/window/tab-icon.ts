/** Logo of Overdue: three runs and a missed one. `public/favicon.svg` contains the same drawing. */
const MARK =
  '<rect width="32" height="32" rx="8" fill="#3451c6"/>' +
  '<g fill="#fff"><rect x="4.5" y="15" width="4.5" height="10" rx="1.5"/>' +
  '<rect x="10.75" y="11" width="4.5" height="14" rx="1.5"/><rect x="17" y="7" width="4.5" height="18" rx="1.5"/></g>' +
  '<rect x="23.8" y="7.8" width="3.2" height="16.4" rx="1" fill="none" stroke="#fff" stroke-width="1.6"/>';

const COUNT_MAX = 99;

/** Returns an SVG of the logo with a number in its corner. */
export function markWithCount(count: number): string {
  const text = String(Math.min(count, COUNT_MAX));
  const width = text.length === 1 ? 21 : 27;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${MARK}` +
    `<g><path d="M${42.5 - width} 11h${width - 21}a10.5 10.5 0 010 21h-${width - 21}a10.5 10.5 0 010-21z" fill="#c81e2b"/>` +
    `<text x="${32 - width / 2}" y="28.4" font-family="system-ui,sans-serif" font-weight="700" font-size="19" ` +
    `text-anchor="middle" fill="#fff">${text}</text></g></svg>`
  );
}

/** Shows a number on the icon of the tab and of the installed application. 0 shows only the logo. */
export function setIconCount(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link !== null)
    link.href =
      count === 0 ? '/favicon.svg' : `data:image/svg+xml,${encodeURIComponent(markWithCount(count))}`;
  // Browsers without badges lack these functions. A browser may refuse a badge if the page isn't installed.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
