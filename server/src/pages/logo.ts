import { html } from '../platform/http/markup.ts';

/** The logo for pages without the application's code. Copies web/public/favicon.svg. */
export const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3451c6"/><g fill="#fff"><rect x="4.5" y="15" width="4.5" height="10" rx="1.5"/><rect x="10.75" y="11" width="4.5" height="14" rx="1.5"/><rect x="17" y="7" width="4.5" height="18" rx="1.5"/></g><rect x="23.8" y="7.8" width="3.2" height="16.4" rx="1" fill="none" stroke="#fff" stroke-width="1.6"/></svg>`;
