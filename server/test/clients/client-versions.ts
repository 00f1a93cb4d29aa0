import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchOnce, inheritedEnvironment, type Tool } from './fetched-tools.ts';
import { findProgram } from './prerequisites.ts';
import { runProgram } from './shell.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');

/** A program of another project, in the newest version at the time of writing. */
export interface Client {
  readonly name: string;
  readonly version: string;
  /** Installs the program on first use. If that is impossible, returns the reason as text. */
  readonly install: () => Promise<Tool | string>;
  /**
   * Set if the program needs a compiler that CI may lack, or a module proxy that may lack the module. CI doesn't
   * require such programs.
   */
  readonly isOptional?: true;
}

/** Packages from PyPI with their versions. They are installed by one call of pip. */
type Packages = Readonly<Record<string, string>>;

const SENTRY_PYTHON: Packages = {
  'sentry-sdk': '2.75.0',
  apscheduler: '3.11.3',
  celery: '5.7.0',
  huey: '3.5.4',
  redis: '8.1.0',
  rq: '3.0.0',
};
const REPORTERS: Packages = {
  runchecked: '0.1.1',
  'health-ping': '1.0.1',
  'healthchecks-wrapper': '0.1.6',
  'healthchecks-manager': '0.1.4',
};
const KUMA_PUSHERS: Packages = { apykuma: '1.2.0', 'kuma-sentinel': '0.0.2' };
const HTTP_CLIENTS: Packages = { httpie: '3.2.4', requests: '2.34.2', httpx: '0.28.1', aiohttp: '3.14.5' };

export const CLIENTS = {
  healthchecksPython: pip('healthchecks-io', '0.4.4', 'use_healthchecks_io.py'),
  healthchecksNode: npm('healthchecks-io-client', '1.0.4', 'healthchecks-io-client.cjs'),
  healthchecksRust: crate('healthchecks', '3.3.0', 'healthchecks.rs'),
  healthchecksGo: goLibrary('github.com/kristofferahl/go-healthchecksio/v2', '2.1.0', 'go-healthchecksio.go'),
  runitor: goProgram('runitor', '1.4.1', 'bdd.fi/x/runitor/cmd/runitor'),
  cronitor: goProgram('cronitor-cli', '33.4', 'github.com/cronitorio/cronitor-cli'),
  cronitorNode: npm('cronitor', '2.6.1', 'cronitor-node.cjs'),
  bullmq: npm('bullmq', '6.7.0', 'bullmq.cjs', ['ioredis@5.11.1']),
  cronitorPython: pip('cronitor', '4.9.0', 'use_cronitor.py'),
  cronsim: pip('cronsim', '2.8', 'use_cronsim.py'),
  borgmatic: pipModule('borgmatic', { borgmatic: '2.1.10' }, ['-m', 'borgmatic.commands.borgmatic']),
  /** Last version with a hook for Cronhub. `python -m` can't run its module. */
  borgmaticWithCronhub: pipModule('borgmatic', { borgmatic: '1.9.14' }, [
    '-c',
    'from borgmatic.commands.borgmatic import main; main()',
  ]),
  sentryPython: pipTogether(SENTRY_PYTHON, 'sentry-sdk', ['use_sentry_sdk.py']),
  sentrySchedulers: pipTogether(SENTRY_PYTHON, 'sentry-sdk', ['use_sentry_schedulers.py']),
  celery: pipTogether(SENTRY_PYTHON, 'celery', ['use_celery_beat.py']),
  rq: pipTogether(SENTRY_PYTHON, 'rq', ['use_rq.py']),
  sentryJava: javaLibrary('io.sentry', 'sentry', '8.63.0', 'SentryJava.java'),
  sentryGo: goLibrary('github.com/getsentry/sentry-go', '0.50.0', 'sentry-go.go'),
  sentryNode: npm('@sentry/node', '11.12.0', 'sentry-node-cron.cjs'),
  sentryNodeService: npm('@sentry/node', '11.12.0', 'sentry-node-service.cjs', [
    'cron@4.4.0',
    'node-cron@4.6.0',
    'node-schedule@2.1.1',
  ]),
  sentryCLI: npmProgram('@sentry/cli', '3.8.0', 'sentry-cli'),
  terraform: terraformProvider('terraform-provider-healthchecksio', '2.3.0'),
  healthchecksDecorator: pip('healthchecks-decorator', '0.5.0', 'use_healthchecks_decorator.py'),
  runchecked: pipTogether(REPORTERS, 'runchecked', ['use_python_reporters.py', 'runchecked']),
  healthPing: pipTogether(REPORTERS, 'health-ping', ['use_python_reporters.py', 'health-ping']),
  healthchecksWrapper: pipTogether(REPORTERS, 'healthchecks-wrapper', [
    'use_python_reporters.py',
    'healthchecks-wrapper',
  ]),
  healthchecksManager: pipTogether(REPORTERS, 'healthchecks-manager', [
    'use_python_reporters.py',
    'healthchecks-manager',
  ]),
  apykuma: pipTogether(KUMA_PUSHERS, 'apykuma', ['use_apykuma.py']),
  kumaSentinel: pipModule('kuma-sentinel', KUMA_PUSHERS, ['-m', 'kuma_sentinel.cli.app']),
  httpie: pipModule('httpie', HTTP_CLIENTS, ['-m', 'httpie', '--ignore-stdin']),
  requests: pipTogether(HTTP_CLIENTS, 'requests', ['use_http_clients.py', 'requests']),
  httpx: pipTogether(HTTP_CLIENTS, 'httpx', ['use_http_clients.py', 'httpx']),
  aiohttp: pipTogether(HTTP_CLIENTS, 'aiohttp', ['use_http_clients.py', 'aiohttp']),
  ansible: ansibleCollection('community.healthchecksio', '1.5.1'),
} satisfies Readonly<Record<string, Client>>;

/** A library from PyPI, and a program that uses the library. */
function pip(name: string, version: string, program: string): Client {
  return pipTogether({ [name]: version }, name, [program]);
}

/**
 * One of the packages, and a program that uses the package.
 * @param program file name of the program, and its arguments
 */
function pipTogether(
  packages: Packages,
  name: string,
  [program, ...args]: readonly [string, ...string[]],
): Client {
  return pipModule(name, packages, [join(PROGRAMS, program), ...args]);
}

/** One of the packages, which is a program itself. */
function pipModule(name: string, packages: Packages, args: readonly string[]): Client {
  const wanted = Object.entries(packages).map(([each, version]) => `${each}==${version}`);
  return { name, version: packages[name] ?? '', install: () => installFromPyPI(wanted, args) };
}

async function installFromPyPI(wanted: readonly string[], args: readonly string[]): Promise<Tool | string> {
  const python = findProgram('python3');
  if (python === null) return 'python3 is missing';
  const folder = await fetchOnce(wanted.join('+').replaceAll('==', '-'), (into) =>
    runProgram(
      python,
      ['-m', 'pip', 'install', '--quiet', '--target', into, ...wanted],
      inheritedEnvironment(),
    ),
  );
  if (typeof folder !== 'string') return `pip can't install ${wanted.join(', ')}: ${folder.problem}`;
  return { program: python, args, env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } };
}

/**
 * A library from npm, and a program that uses the library.
 * @param others further packages that the program uses
 */
function npm(name: string, version: string, program: string, others: readonly string[] = []): Client {
  return {
    name,
    version,
    async install() {
      const folder = await installFromNPM(name, version, others);
      if (typeof folder !== 'string') return folder.problem;
      return {
        program: process.execPath,
        args: [join(PROGRAMS, program)],
        env: { NODE_PATH: join(folder, 'node_modules') },
      };
    },
  };
}

/** A program from npm. */
function npmProgram(name: string, version: string, binary: string): Client {
  return {
    name,
    version,
    async install() {
      const folder = await installFromNPM(name, version);
      if (typeof folder !== 'string') return folder.problem;
      return { program: join(folder, 'node_modules', '.bin', binary), args: [], env: {} };
    },
  };
}

async function installFromNPM(
  name: string,
  version: string,
  others: readonly string[] = [],
): Promise<string | { readonly problem: string }> {
  const npmProgram = findProgram('npm');
  if (npmProgram === null) return { problem: 'npm is missing' };
  const wanted = [`${name}@${version}`, ...others];
  const folder = await fetchOnce([`${name}-${version}`, ...others].join('+').replaceAll('/', '-'), (into) =>
    runProgram(
      npmProgram,
      ['install', '--prefix', into, '--no-audit', '--no-fund', '--no-save', ...wanted],
      inheritedEnvironment(),
    ),
  );
  return typeof folder === 'string'
    ? folder
    : { problem: `npm can't install ${wanted.join(', ')}: ${folder.problem}` };
}

/**
 * Returns the folder of a compiled program. Its name changes with the program, so that a changed program is compiled
 * again.
 */
function builtFolder(name: string, version: string, program: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(join(PROGRAMS, program)))
    .digest('hex');
  return `${name}-${version}-${digest.slice(0, 8)}`;
}

/** A library from crates.io, compiled with a program that uses the library. */
function crate(name: string, version: string, program: string): Client {
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const cargo = findProgram('cargo');
      if (cargo === null) return 'cargo is missing';
      const folder = await fetchOnce(builtFolder(`${name}-crate`, version, program), async (into) => {
        mkdirSync(join(into, 'src'));
        cpSync(join(PROGRAMS, program), join(into, 'src', 'main.rs'));
        writeFileSync(
          join(into, 'Cargo.toml'),
          `[package]\nname = "client"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${name} = { version = "=${version}", features = ["v3"] }\n`,
        );
        return runProgram(
          cargo,
          ['build', '--quiet', '--manifest-path', join(into, 'Cargo.toml')],
          inheritedEnvironment(),
        );
      });
      if (typeof folder !== 'string') return `cargo can't build ${name} ${version}: ${folder.problem}`;
      return { program: join(folder, 'target', 'debug', 'client'), args: [], env: {} };
    },
  };
}

/** A library from Maven Central, and a program that uses the library. Java compiles the program when it starts. */
function javaLibrary(group: string, artifact: string, version: string, program: string): Client {
  const name = `${artifact}-java`;
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const java = findProgram('java');
      const maven = findProgram('mvn');
      if (java === null || maven === null) return 'java or mvn is missing';
      const wanted = `${group}:${artifact}:${version}`;
      const folder = await fetchOnce(`${name}-${version}`, (into) =>
        runProgram(
          maven,
          ['-q', '-B', 'dependency:copy', `-Dartifact=${wanted}`, `-DoutputDirectory=${into}`],
          inheritedEnvironment(),
        ),
      );
      if (typeof folder !== 'string') return `mvn can't fetch ${wanted}: ${folder.problem}`;
      const jar = join(folder, `${artifact}-${version}.jar`);
      return { program: java, args: ['-cp', jar, join(PROGRAMS, program)], env: {} };
    },
  };
}

/** A Go module, compiled with a program that uses the module. */
function goLibrary(module: string, version: string, program: string): Client {
  const name = module.replace(/\/v\d+$/, '').replace(/^.*\//, '');
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const go = findProgram('go');
      if (go === null) return 'go is missing';
      const folder = await fetchOnce(builtFolder(name, version, program), async (into) => {
        cpSync(join(PROGRAMS, program), join(into, 'main.go'));
        writeFileSync(join(into, 'go.mod'), `module client\n\ngo 1.24\n`);
        const env = { ...inheritedEnvironment(), GOFLAGS: '-mod=mod' };
        const got = await runProgram(go, ['-C', into, 'get', `${module}@v${version}`], env);
        return got.exitCode === 0 ? runProgram(go, ['-C', into, 'build', '-o', 'client', '.'], env) : got;
      });
      if (typeof folder !== 'string') return `go can't build ${module}@v${version}: ${folder.problem}`;
      return { program: join(folder, 'client'), args: [], env: {} };
    },
  };
}

/** A program from a Go module. */
function goProgram(name: string, version: string, path: string): Client {
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const installed = findProgram(name);
      if (installed !== null) return { program: installed, args: [], env: {} };
      const go = findProgram('go');
      if (go === null) return `${name} is missing, and so is go, which could build it`;
      const folder = await fetchOnce(`${name}-${version}`, (into) =>
        runProgram(go, ['install', `${path}@v${version}`], { ...inheritedEnvironment(), GOBIN: into }),
      );
      if (typeof folder !== 'string') return `go can't install ${path}@v${version}: ${folder.problem}`;
      return { program: join(folder, name), args: [], env: {} };
    },
  };
}

/** A provider for Terraform. The tool is Terraform or OpenTofu. `TF_PROVIDER` names the folder of the provider. */
function terraformProvider(name: string, version: string): Client {
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const terraform = findProgram('terraform') ?? findProgram('tofu');
      if (terraform === null) return 'terraform and tofu are missing';
      const go = findProgram('go');
      if (go === null) return 'go is missing, which builds the provider';
      const wanted = `github.com/kristofferahl/${name}@v${version}`;
      const folder = await fetchOnce(`${name}-${version}`, (into) =>
        runProgram(go, ['install', wanted], { ...inheritedEnvironment(), GOBIN: into }),
      );
      if (typeof folder !== 'string') return `go can't install ${wanted}: ${folder.problem}`;
      return { program: terraform, args: [], env: { TF_PROVIDER: folder } };
    },
  };
}

/** A collection for Ansible, and ansible-core from PyPI. */
function ansibleCollection(name: string, version: string): Client {
  return {
    name,
    version,
    isOptional: true,
    async install() {
      const core = await installFromPyPI(['ansible-core==2.19.14'], ['-m', 'ansible', 'playbook']);
      if (typeof core === 'string') return core;
      const env = { ...inheritedEnvironment(), ...core.env };
      const folder = await fetchOnce(`${name}-${version}`, (into) =>
        runProgram(
          core.program,
          ['-m', 'ansible', 'galaxy', 'collection', 'install', '-p', into, `${name}:${version}`],
          env,
        ),
      );
      if (typeof folder !== 'string') return `ansible-galaxy can't install ${name}: ${folder.problem}`;
      return { ...core, env: { ...core.env, ANSIBLE_COLLECTIONS_PATH: folder } };
    },
  };
}
