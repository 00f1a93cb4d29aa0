import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { API_REFERENCE, withAPIReference } from './api-reference.ts';
import { anchorOf, linkAsOnCodeHost, publishLinkedFiles } from './links.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ICON = readFileSync(`${ROOT}/web/public/favicon.svg`, 'base64');

/** The site contains all Markdown files of the repository at the same paths. */
export default defineConfig({
  title: 'Overdue',
  description: 'Monitors scheduled jobs and alerts you when one is missed, late, failed or stuck.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${ICON}` }]],
  srcDir: '..',
  srcExclude: [
    '**/node_modules/**',
    '**/dist/**',
    'domain/**',
    'packaging/**',
    'server/**',
    'test/**',
    '.*/**',
  ],
  outDir: './.vitepress/dist',
  cacheDir: './.vitepress/cache',
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    config: linkAsOnCodeHost,
    anchor: { slugify: anchorOf },
    languageAlias: { crontab: 'bash' },
  },
  vite: {
    // Prevents VitePress from loading the web application's Vite configuration.
    configFile: false,
    build: { chunkSizeWarningLimit: 4000 },
    plugins: [
      {
        name: 'overdue-api-reference',
        enforce: 'pre',
        transform: (text, id) => (id.endsWith(API_REFERENCE) ? withAPIReference(ROOT, text) : undefined),
      },
    ],
  },
  buildEnd({ outDir }) {
    publishLinkedFiles(ROOT, outDir);
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: (text, env, md) =>
          md.render(env.relativePath.endsWith(API_REFERENCE) ? withAPIReference(ROOT, text) : text, env),
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/docs/guide/' },
      { text: 'API', link: '/docs/api' },
      { text: 'Operations', link: '/docs/operations' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      {
        text: 'Use',
        items: [
          { text: 'Overview', link: '/' },
          { text: 'All documents', link: '/docs/' },
          { text: 'Install', link: '/docs/install' },
          { text: 'Guide', link: '/docs/guide/' },
          { text: 'From a terminal', link: '/docs/guide/terminal' },
          { text: 'Pinging', link: '/docs/pinging' },
          { text: 'Command line', link: '/docs/cli' },
          { text: 'Jobs of a host', link: '/docs/discover' },
          { text: 'Commands', link: '/docs/cli-commands' },
          { text: 'Monitoring as code', link: '/docs/monitoring-as-code' },
          { text: 'Importing', link: '/docs/moving/import' },
          { text: 'Rules', link: '/docs/rules' },
          { text: 'Glossary', link: '/docs/glossary' },
          { text: 'Alerts', link: '/docs/alerts' },
          { text: 'On call', link: '/docs/on-call' },
          { text: 'Channels', link: '/docs/channels/' },
          { text: 'Accounts', link: '/docs/accounts' },
          { text: 'Teams', link: '/docs/teams' },
          { text: 'Public pages', link: '/docs/public-pages' },
        ],
      },
      {
        text: 'Move here',
        collapsed: true,
        items: [
          { text: 'Moving to Overdue', link: '/docs/moving/' },
          { text: 'From Healthchecks', link: '/docs/moving/healthchecks' },
          { text: 'From Cronitor', link: '/docs/moving/cronitor' },
          { text: 'From Uptime Kuma', link: '/docs/moving/uptime-kuma' },
          { text: 'From Sentry Crons', link: '/docs/moving/sentry' },
          { text: 'From Better Stack', link: '/docs/moving/better-stack' },
          { text: "From Dead Man's Snitch", link: '/docs/moving/dead-mans-snitch' },
          { text: 'From Cronhub', link: '/docs/moving/cronhub' },
          { text: 'From crontabs and timers', link: '/docs/moving/crontab' },
          { text: 'Importing', link: '/docs/moving/import' },
          { text: 'Pings of other services', link: '/docs/dialects' },
          { text: 'Clients that were tried', link: '/docs/moving/clients' },
        ],
      },
      {
        text: 'Automate',
        items: [
          { text: 'API by example', link: '/docs/api' },
          { text: 'API reference', link: '/docs/api-reference' },
          { text: 'Live events', link: '/docs/live' },
          { text: 'Healthchecks’ Management API', link: '/docs/management-api' },
          { text: 'TypeScript SDK', link: '/sdk/' },
        ],
      },
      {
        text: 'Operate',
        items: [
          { text: 'Configuration', link: '/docs/configuration' },
          { text: 'Operations', link: '/docs/operations' },
          { text: 'Many nodes', link: '/docs/scale' },
          { text: 'Security', link: '/docs/security' },
          { text: 'Limits', link: '/docs/limits' },
          { text: 'Examples', link: '/examples/' },
        ],
      },
      {
        text: 'Develop',
        items: [
          { text: 'Architecture', link: '/ARCHITECTURE' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Decisions', link: '/docs/decisions/' },
          { text: 'Web application', link: '/web/' },
          { text: 'Benchmarks', link: '/bench/' },
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
    ],
  },
});
