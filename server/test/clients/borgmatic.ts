import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runClient } from './client-world.ts';
import type { Tool } from './fetched-tools.ts';

interface Backup {
  /** Line of borgmatic's configuration that defines the hook. */
  readonly hook: string;
  /** Exit status of the fake borg. */
  readonly exitCode: number;
}

/** Runs a backup with one hook and a fake borg that succeeds or fails. */
export async function backUp(tool: Tool, parent: string, { hook, exitCode }: Backup): Promise<string> {
  const folder = mkdtempSync(join(parent, 'backup-'));
  const borg = join(folder, 'borg');
  writeFileSync(
    borg,
    `#!/bin/sh\ncase "$*" in\n*--version*) echo borg 1.2.4 ;;\n*) echo '{}'; echo said by borg >&2; exit ${exitCode} ;;\nesac\n`,
    { mode: 0o755 },
  );
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    [
      `source_directories: [${folder}]`,
      `repositories: [{path: ${folder}/repository}]`,
      `local_path: ${borg}`,
      `user_state_directory: ${folder}`,
      hook,
      '',
    ].join('\n'),
  );
  const args = ['create', '--config', config, '--verbosity', '1', '--syslog-verbosity', '-1'];
  return (await runClient(tool, args, { HOME: folder, LANG: 'C.UTF-8' })).out;
}
