import { githubSecret, githubWorkflow, kubernetes } from './platforms.ts';
import { go, node, php, powershell, python } from './scripts.ts';
import { bash, crontabFull, crontabSimple, dockerEntrypoint, dockerRun } from './shell.ts';
import type { WriteSnippet } from './snippet.ts';
import { systemdCommands, systemdService, systemdTimer } from './systemd.ts';
import { words } from './words.ts';

export interface SnippetEntry {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly parts: readonly { readonly name: string; readonly write: WriteSnippet }[];
}

export const SNIPPETS = [
  {
    id: 'crontab',
    ...words.crontab,
    parts: [
      { name: words.crontab.full, write: crontabFull },
      { name: words.crontab.simple, write: crontabSimple },
    ],
  },
  { id: 'bash', ...words.bash, parts: [{ name: words.bash.script, write: bash }] },
  {
    id: 'systemd',
    ...words.systemd,
    parts: [
      { name: words.systemd.service, write: systemdService },
      { name: words.systemd.timer, write: systemdTimer },
      { name: words.systemd.commands, write: systemdCommands },
    ],
  },
  {
    id: 'docker',
    ...words.docker,
    parts: [
      { name: words.docker.run, write: dockerRun },
      { name: words.docker.entrypoint, write: dockerEntrypoint },
    ],
  },
  { id: 'kubernetes', ...words.kubernetes, parts: [{ name: words.kubernetes.manifest, write: kubernetes }] },
  {
    id: 'github',
    ...words.github,
    parts: [
      { name: words.github.secret, write: githubSecret },
      { name: words.github.workflow, write: githubWorkflow },
    ],
  },
  { id: 'python', ...words.python, parts: [{ name: words.python.script, write: python }] },
  { id: 'node', ...words.node, parts: [{ name: words.node.script, write: node }] },
  { id: 'php', ...words.php, parts: [{ name: words.php.script, write: php }] },
  { id: 'go', ...words.go, parts: [{ name: words.go.script, write: go }] },
  { id: 'powershell', ...words.powershell, parts: [{ name: words.powershell.script, write: powershell }] },
] as const satisfies readonly SnippetEntry[];

export type SnippetID = (typeof SNIPPETS)[number]['id'];
