import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { MarkdownOptions } from 'vitepress';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const EXTERNAL = /^(?:[a-z][a-z+.-]*:|\/\/|#)/i;
/** Linked files of the repository that are not pages, such as examples/proxy/nginx.conf. */
const linkedFiles = new Set<string>();

/**
 * Makes links work on the site as they do on a code host: a README is the page of its folder, and a link to a folder
 * leads to its README. Links to other files are unchanged, and the files are published with the pages.
 */
export function linkAsOnCodeHost(md: Markdown): void {
  md.core.ruler.push('links-of-code-host', ({ tokens, env }) => {
    for (const token of tokens)
      for (const child of token.children ?? []) {
        // Prevents Vue from evaluating braces in code.
        if (child.type === 'code_inline') child.attrSet('v-pre', '');
        const href = child.type === 'link_open' ? child.attrGet('href') : null;
        if (href !== null && !EXTERNAL.test(href)) child.attrSet('href', linkOf(href, env));
      }
  });
}

function linkOf(href: string, { relativePath = '' }: { readonly relativePath?: string }): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  if (path.endsWith('.md')) return path.replace(/README\.md$/, 'index.md') + rest;
  const target = posix.join(posix.dirname(relativePath), path);
  const found = join(import.meta.dirname, '../..', target);
  if (!existsSync(found)) return href;
  if (!statSync(found).isDirectory()) linkedFiles.add(target);
  else if (existsSync(join(found, 'README.md'))) return `${path.replace(/\/$/, '')}/index.md${rest}`;
  else return folderLink(found, path);
  return publishedName(path);
}

/** A link to a folder without a page leads to the folder's first file. */
function folderLink(folder: string, path: string): string {
  const [first = ''] = readdirSync(folder).sort();
  linkedFiles.add(posix.join(path.replace(/^(?:\.\.\/)+/, ''), first));
  return `${path.replace(/\/$/, '')}/${first}`;
}

/** Returns the published name of a file. VitePress treats names with other endings, or without one, as pages. */
function publishedName(path: string): string {
  return /\.(?:json|ya?ml|conf|ts|js|png|txt)$/.test(path) ? path : `${path}.txt`;
}

/** Copies the linked files to the site. */
export function publishLinkedFiles(root: string, site: string): void {
  for (const path of linkedFiles) {
    const target = join(site, publishedName(path));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
  }
}

/** Returns the anchor that a code host gives to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
