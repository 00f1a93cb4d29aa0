import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../command.ts';
import { CACHE } from '../paths.ts';
import { CHART } from './packages.ts';

const HELM_VERSION = 'v3.22.0';
/** Python package with the schemas of Kubernetes. */
const VALIDATOR = 'kubernetes-validate==1.34.1';
const KUBERNETES_VERSION = '1.34';

/** Values of installations, and the kinds of resources that Helm creates from them. */
const INSTALLATIONS = [
  ['SQLite', ['baseURL=https://overdue.example.com'], ['Service', 'Service', 'StatefulSet']],
  [
    'PostgreSQL',
    ['replicas=3', 'postgres.existingSecret=db', 'secretKey.existingSecret=key', 'trustedProxies=10.0.0.0/8'],
    ['PodDisruptionBudget', 'Service', 'Service', 'StatefulSet'],
  ],
  [
    'an ingress',
    ['ingress.enabled=true', 'ingress.className=nginx', 'ingress.tlsSecret=tls', 'env.API_RATE=50'],
    ['Ingress', 'Service', 'Service', 'StatefulSet'],
  ],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'overdue-chart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let helm = '';
let validator = '';
beforeAll(() => {
  helm = findHelm();
  validator = findValidator();
});

/** Builds Helm from the source of its Go module unless it is installed. */
function findHelm(): string {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  const built = join(CACHE, `helm-${HELM_VERSION}`);
  if (!existsSync(join(built, 'helm'))) {
    mkdirSync(built, { recursive: true });
    run('env', [`GOBIN=${built}`, 'go', 'install', `helm.sh/helm/v3/cmd/helm@${HELM_VERSION}`], CACHE);
  }
  return join(built, 'helm');
}

function findValidator(): string {
  const environment = join(CACHE, VALIDATOR);
  if (!existsSync(join(environment, 'bin/kubernetes-validate'))) {
    run('python3', ['-m', 'venv', environment], CACHE);
    run(join(environment, 'bin/pip'), ['install', '--quiet', VALIDATOR], CACHE);
  }
  return join(environment, 'bin/kubernetes-validate');
}

function render(values: readonly string[], more: readonly string[] = []) {
  const settings = values.flatMap((value) => ['--set', value]);
  const args = ['template', 'overdue', CHART, '--kube-version', KUBERNETES_VERSION, ...settings, ...more];
  return spawnSync(helm, args, { encoding: 'utf8' });
}

describe.each(INSTALLATIONS)('the chart with %s', (_name, values, kinds) => {
  test('passes the checks of Helm', () => {
    run(helm, ['lint', '--strict', CHART, ...values.flatMap((value) => ['--set', value])], folder);
  });

  test('renders resources that Kubernetes accepts', () => {
    const { stdout } = render(values);
    expect([...stdout.matchAll(/^kind: (\w+)$/gm)].map((match) => match[1]).toSorted()).toEqual(kinds);
    const file = join(folder, 'resources.yaml');
    writeFileSync(file, stdout);
    run(validator, ['--kubernetes-version', KUBERNETES_VERSION, '--strict', file], folder);
  });
});

test('numbers among the settings are written out', () => {
  const values = join(folder, 'values.yaml');
  writeFileSync(values, 'env: { SPOOL_PINGS: 1000000, RETENTION_DAYS: 90, LOG_LEVEL: debug, OTHER: 0.5 }\n');
  const { stdout } = render(['baseURL=https://overdue.example.com'], ['--values', values]);
  expect(stdout).toContain('- { name: SPOOL_PINGS, value: "1000000" }');
  expect(stdout).toContain('- { name: RETENTION_DAYS, value: "90" }');
  expect(stdout).toContain('- { name: LOG_LEVEL, value: "debug" }');
  expect(stdout).toContain('- { name: OTHER, value: "0.5" }');
});

test.each([
  ['replicas=2', /More than one replica needs PostgreSQL/],
  ['postgres.existingSecret=db', /set secretKey\.existingSecret/],
  ['baseUrl=https://overdue.example.com', /baseUrl/],
  ['baseURL=overdue.example.com', /baseURL/],
])('the chart refuses %s', (value, message) => {
  expect(render([value])).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
});
