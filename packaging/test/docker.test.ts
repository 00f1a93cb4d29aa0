import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { fetchNode } from '../node-binary.ts';
import { OUTPUT } from '../paths.ts';
import { type CleanSystem, installCleanSystem } from './clean-system.ts';
import { type Instruction, parseDockerfile } from './dockerfile.ts';
import { startedService } from './running-server.ts';

const CONTEXT = join(OUTPUT, 'npm');

/** Adds the contents of the base image: Node in /usr/local, and the user `node`. */
async function makeBaseImage(system: CleanSystem): Promise<void> {
  copyFileSync(fetchNode('x64').executable, join(system.root, 'usr/local/bin/node'));
  await system.run('useradd', '--uid', '1000', '--create-home', 'node');
  copyFileSync('/etc/resolv.conf', join(system.root, 'etc/resolv.conf'));
}

interface Image {
  readonly env: Map<string, string>;
  user: string;
  folder: string;
  command: readonly string[];
  health: readonly string[];
}

/** Executes an instruction as `docker build` does. Throws on instructions that the Dockerfile doesn't use today. */
async function execute(system: CleanSystem, image: Image, { name, text }: Instruction): Promise<void> {
  switch (name) {
    case 'FROM':
      return expect(text).toBe('node:26-bookworm-slim');
    case 'RUN':
      return void (await system.run('sh', '-c', text));
    case 'ADD': {
      // `ADD` unpacks archives.
      const [pattern = '', target = ''] = text.split(' ');
      const folder = join(system.root, target);
      mkdirSync(folder, { recursive: true });
      for (const file of globSync(pattern, { cwd: CONTEXT }))
        run('tar', ['-xzf', join(CONTEXT, file)], folder);
      return;
    }
    case 'ENV':
      for (const assignment of text.split(' ')) image.env.set(...split(assignment));
      return;
    case 'USER':
      image.user = text;
      return;
    case 'WORKDIR':
      image.folder = text;
      return;
    case 'CMD':
      image.command = JSON.parse(text);
      return;
    case 'HEALTHCHECK':
      image.health = JSON.parse(text.slice(text.indexOf('[')));
      return;
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`The test doesn't know ${name}.`);
  }
}

function split(assignment: string): [string, string] {
  const equals = assignment.indexOf('=');
  return [assignment.slice(0, equals), assignment.slice(equals + 1)];
}

test('the steps of the Dockerfile build an image that serves and is healthy', async () => {
  const system = installCleanSystem();
  try {
    await makeBaseImage(system);
    const image: Image = { env: new Map(), user: 'root', folder: '/', command: [], health: [] };
    for (const instruction of parseDockerfile(readFileSync(join(CONTEXT, 'Dockerfile'), 'utf8')))
      await execute(system, image, instruction);
    expect(image.user).toBe('node');
    const inside = (port: string, command: readonly string[]) => {
      const env = [...image.env.set('PORT', port)].map(([name, value]) => `${name}=${value}`);
      return [
        'setpriv',
        `--reuid=${image.user}`,
        `--regid=${image.user}`,
        '--init-groups',
        '--',
        'env',
        `--chdir=${image.folder}`,
        ...env,
        ...command,
      ] as const;
    };
    const service = await startedService(system.start(...inside('0', image.command)));
    await system.run(...inside(new URL(service.url).port, image.health));
    await service.stop();
    await expect(system.run(...inside(new URL(service.url).port, image.health))).rejects.toThrow();
  } finally {
    system.remove();
  }
});
