import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { MarkdownOptions } from 'vitepress';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const EXTERNAL = /^(?:[a-z][a-z+.-]*:|\/\/|#)/i;
/** Files of the repository that pages link to and that are no pages, such as examples/proxy/nginx.conf. */
const linkedFiles = new Set<string>();

/**
 * Lets the links of a code host work on the site: a README is its folder's page, and a link to a folder leads to its README.
 * Links to files that are no pages are kept, and their targets are published beside the pages.
 */
export function linkAsOnCodeHost(md: Markdown): void {
  md.core.ruler.push('links-of-code-host', ({ tokens, env }) => {
    for (const token of tokens)
      for (const child of token.children ?? []) {
        // Vue would evaluate braces.
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

/** A folder without a page leads to its first file. */
function folderLink(folder: string, path: string): string {
  const [first = ''] = readdirSync(folder).sort();
  linkedFiles.add(posix.join(path.replace(/^(?:\.\.\/)+/, ''), first));
  return `${path.replace(/\/$/, '')}/${first}`;
}

/** VitePress takes names with other endings, and without any, for pages. */
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

/** Returns the anchor of a heading as a code host makes it. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Pages load a copy of their script without the static text. Vite 8 drops these copies, so whole scripts take their place. */
export function addLeanScripts(site: string): void {
  const folder = join(site, 'assets');
  for (const name of readdirSync(folder))
    if (/\.md\.[\w-]+\.js$/.test(name))
      copyFileSync(join(folder, name), join(folder, name.replace(/js$/, 'lean.js')));
}
