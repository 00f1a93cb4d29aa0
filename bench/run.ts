/**
 * Runs the named benchmarks, or all, one after another, and prints all figures as one table. `--quick` gives a first
 * impression.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isReached, type Report, targetText, valueText } from './report.ts';

const SCRIPTS: readonly { readonly name: string; readonly quick: readonly string[] }[] = [
  { name: 'start', quick: ['--rounds', '2', '--idle', '15'] },
  { name: 'throughput', quick: ['--seconds', '5', '--warmup', '3', '--hello', '3'] },
  { name: 'single', quick: ['--count', '200'] },
  { name: 'dialects', quick: ['--rounds', '3'] },
  { name: 'burst', quick: [] },
  { name: 'million', quick: ['--seconds', '5'] },
  { name: 'deadlines', quick: ['--trials', '20'] },
  { name: 'alerts', quick: ['--trials', '20'] },
  { name: 'checks', quick: ['--rounds', '2'] },
  { name: 'import', quick: ['--rounds', '1'] },
  { name: 'application', quick: ['--trials', '2', '--seconds', '5'] },
  { name: 'nodes', quick: ['--rounds', '2', '--seconds', '3', '--warmup', '6'] },
  { name: 'failover', quick: ['--rounds', '3'] },
];
const OUTPUT_BYTES_MAX = 10_000_000;
const SCRIPT_MS_MAX = 600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    dir: { type: 'string' },
  },
});
// Scripts share files that take long to create.
const folder = values.dir ?? mkdtempSync(join(tmpdir(), 'overdue-bench-'));
const reports: Report[] = [];
try {
  for (const { name, quick } of SCRIPTS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    reports.push(run(name, values.quick ? quick : []));
  }
} finally {
  if (values.dir === undefined) rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(values.json ? `${JSON.stringify(reports)}\n` : table(reports));

function run(name: string, options: readonly string[]): Report {
  process.stderr.write(`${name} …\n`);
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const output = execFileSync(process.execPath, [script, '--json', '--dir', folder, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: OUTPUT_BYTES_MAX,
    timeout: SCRIPT_MS_MAX,
  });
  return JSON.parse(output);
}

/** Returns a Markdown table for the README. */
function table(all: readonly Report[]): string {
  const rows = all.flatMap(({ question, figures, notes }) => [
    `| **${question}** | | |`,
    ...figures.map((figure) => {
      const missed = isReached(figure) === false ? ' (**not reached**)' : '';
      return `| ${figure.name} | ${targetText(figure)} | ${valueText(figure)}${missed} |`;
    }),
    ...notes.map((note) => `| *${note}* | | |`),
  ]);
  return `${['| Question | Target | Measured |', '|---|---|---|', ...rows].join('\n')}\n`;
}
