import type { Message } from '../message.ts';
import { escapeHTML } from './html.ts';

/** Medium grey without a background: readable on white and on black, in light mode and in dark mode. */
const GREY = '#7a7f87';
const FONT =
  'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5';

/** Formats a message as mail: one table, inline styles, no images, no external resources. */
export function mailHTML(message: Message, team: string, unsubscribeURL: string | null): string {
  const { color, title, paragraphs, details, list, more, log, url, linkText, links } = message;
  const rows = [
    `<h1 style="margin:0;font-size:20px;line-height:1.3">${escapeHTML(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0">${escapeHTML(paragraph)}</p>`),
    details
      .map(({ name, value }) => `<span style="color:${GREY}">${name}</span> ${escapeHTML(value)}`)
      .join(' · '),
    listHTML(list, more),
    log === null ? '' : logHTML(log),
    `<a href="${escapeHTML(url)}" style="${linkStyle(color)}">${linkText}</a>`,
    links.map((link) => `<a href="${escapeHTML(link.url)}">${escapeHTML(link.text)}</a>`).join(' · '),
    footerHTML(team, unsubscribeURL),
  ].filter((row) => row !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHTML(title)}</title>
</head>
<body style="margin:0;padding:16px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:640px;margin:0 auto;border-collapse:collapse;border-left:4px solid ${color};${FONT}">
${rows.map((row) => `<tr><td style="padding:6px 16px">${row}</td></tr>`).join('\n')}
</table>
</body>
</html>
`;
}

function listHTML(list: Message['list'], more: string): string {
  if (list.length === 0) return '';
  const lines = list.map(
    ({ name, note, url }) =>
      `<a href="${escapeHTML(url)}">${escapeHTML(name)}</a> <span style="color:${GREY}">${escapeHTML(note)}</span>`,
  );
  return [...lines, ...(more === '' ? [] : [more])].join('<br>\n');
}

function logHTML(log: string): string {
  const style = `margin:0;padding:8px;border:1px solid ${GREY};white-space:pre-wrap;word-break:break-word;font-size:13px`;
  return `<pre style="${style}">${escapeHTML(log)}</pre>`;
}

function linkStyle(color: string): string {
  return `display:inline-block;padding:8px 14px;border-radius:4px;background-color:${color};color:#ffffff;text-decoration:none`;
}

function footerHTML(team: string, unsubscribeURL: string | null): string {
  const link =
    unsubscribeURL === null
      ? ''
      : ` <a href="${escapeHTML(unsubscribeURL)}" style="color:${GREY}">Unsubscribe</a>`;
  return `<span style="color:${GREY};font-size:13px">Sent by Overdue for ${escapeHTML(team)}.${link}</span>`;
}
