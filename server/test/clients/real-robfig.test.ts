import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewOccurrences } from '@overdue/domain/schedule/occurrences.ts';
import { parseSchedule } from '@overdue/domain/schedule/parse-schedule.ts';
import { readRobfig } from '@overdue/domain/schedule/robfig.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { fetchOnce, inheritedEnvironment, type Tool, testWithTool } from './fetched-tools.ts';
import { findProgram } from './prerequisites.ts';
import { runProgram } from './shell.ts';

/** Reads an expression, a zone and a time per line, and writes the next 30 times or `refused`. */
const PROGRAM = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/robfig/cron/v3"
)

type question struct {
	Expression string
	Timezone   string
	After      int64
}

func main() {
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		var asked question
		if err := json.Unmarshal(scanner.Bytes(), &asked); err != nil {
			panic(err)
		}
		schedule, err := cron.ParseStandard("TZ=" + asked.Timezone + " " + asked.Expression)
		if err != nil {
			fmt.Println("refused")
			continue
		}
		at := time.Unix(asked.After, 0)
		times := []int64{}
		for len(times) < 30 {
			at = schedule.Next(at)
			if at.IsZero() {
				break
			}
			times = append(times, at.Unix())
		}
		text, _ := json.Marshal(times)
		fmt.Println(string(text))
	}
}
`;

async function buildRobfig(): Promise<Tool | string> {
  const go = findProgram('go') ?? findProgram('/usr/local/go/bin/go');
  if (go === null) return 'go is missing';
  const environment = inheritedEnvironment();
  const folder = await fetchOnce('robfig-cron-3.0.1', async (into) => {
    writeFileSync(join(into, 'main.go'), PROGRAM);
    writeFileSync(
      join(into, 'go.mod'),
      'module robfig\n\ngo 1.21\n\nrequire github.com/robfig/cron/v3 v3.0.1\n',
    );
    const build = `cd "$0" && "$1" mod tidy && "$1" build -o robfig .`;
    return runProgram('sh', ['-c', build, into, go], environment);
  });
  if (typeof folder !== 'string') return `go can't build robfig/cron: ${folder.problem}`;
  return { program: join(folder, 'robfig'), args: [], env: environment };
}

const CASES = 1500;
const SEED = 20_261_128;

function item(low: number, high: number, names: readonly string[] = []) {
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: low, max: high + 1 }).map(String) },
    { weight: names.length === 0 ? 0 : 2, arbitrary: fc.constantFrom('', ...names) },
  );
  const step = fc.integer({ min: 0, max: high }).map((every) => `/${every}`);
  return fc.oneof(
    fc.constantFrom('*', '?', '*', '*/2', '*/1', `${low}/2`, '?/5', '*-3', '+2'),
    value,
    fc.tuple(value, fc.constant('-'), value).map((parts) => parts.join('')),
    fc.tuple(value, step).map((parts) => parts.join('')),
    fc.tuple(value, fc.constant('-'), value, step).map((parts) => parts.join('')),
  );
}

function field(low: number, high: number, names: readonly string[] = []) {
  return fc
    .tuple(fc.constantFrom(1, 1, 1, 2, 3), fc.array(item(low, high, names), { minLength: 3, maxLength: 3 }))
    .map(([count, items]) => items.slice(0, count).join(','));
}

const EXPRESSION = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .tuple(
        field(0, 59),
        field(0, 23),
        fc.oneof(fc.constant('*'), field(1, 31)),
        fc.oneof(fc.constant('*'), field(1, 12, ['jan', 'DEC'])),
        fc.oneof(fc.constant('*'), field(0, 6, ['sun', 'Mon', 'SAT'])),
      )
      .map((fields) => fields.join(' ')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '@daily',
      '@weekly',
      '@monthly',
      '@yearly',
      '@hourly',
      '@every 1h',
      '@midnight',
      '@x',
    ),
  },
);
/** Zones whose clocks change by an hour. With changes of half an hour, robfig skips runs that it should not. */
const TIMEZONE = fc.constantFrom('Etc/UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney');
const AFTER = fc.oneof(
  fc.constantFrom(
    Date.UTC(2025, 2, 29),
    Date.UTC(2025, 2, 8),
    Date.UTC(2025, 9, 25),
    Date.UTC(2025, 10, 1),
    Date.UTC(2025, 3, 5),
    Date.UTC(2025, 9, 4),
  ),
  fc
    .integer({ min: Date.UTC(2025, 0) / 60_000, max: Date.UTC(2026, 0) / 60_000 })
    .map((minute) => minute * 60_000),
);

/** Keeps the first of two runs that the clock shows at the same time. */
function withoutRepeated(times: readonly number[], timezone: string): readonly number[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const seen = new Set<string>();
  return times.filter((at) => {
    const text = format.format(at);
    return seen.has(text) ? false : seen.add(text);
  });
}

testWithTool(
  'CronJobs run when robfig/cron v3.0.1 says',
  buildRobfig,
  async ({ program, env }) => {
    const cases = fc.sample(fc.record({ expression: EXPRESSION, timezone: TIMEZONE, after: AFTER }), {
      numRuns: CASES,
      seed: SEED,
    });
    const lines = cases.map(({ expression, timezone, after }) =>
      JSON.stringify({ Expression: expression, Timezone: timezone, After: after / 1000 }),
    );
    const { stdout, status } = spawnSync(program, { input: lines.join('\n'), env, maxBuffer: 1e8 });
    expect(status).toBe(0);
    const answers = stdout.toString().trim().split('\n');
    const faults: string[] = [];
    let compared = 0;
    for (const [index, { expression, timezone, after }] of cases.entries()) {
      const answer = answers[index] ?? '';
      const ours = readRobfig(expression, { timezone, now: after });
      // robfig gives up after five years, so a job without a run in that time never runs.
      if (answer === 'refused' || answer === '[]') {
        if (ours.ok && answer === 'refused') faults.push(`${expression}: robfig refuses the expression.`);
        continue;
      }
      const times: readonly number[] = JSON.parse(answer).map((seconds: number) => seconds * 1000);
      const parsed = ours.ok ? parseSchedule(ours.schedule) : null;
      if (parsed?.ok !== true) {
        faults.push(`${expression}: ${ours.ok ? 'The schedule is wrong.' : ours.reason}`);
        continue;
      }
      compared += 1;
      const expected = withoutRepeated(times, timezone).slice(0, 20);
      const all = previewOccurrences(parsed.schedule, after, times.length);
      const got = withoutRepeated(all, timezone).slice(0, expected.length);
      // Such a schedule expects both runs of a repeated time.
      const isExact = parsed.schedule.type === 'cron' && /^\*|^\S+ \*/.test(parsed.schedule.cron);
      if (got.join() !== expected.join() || (isExact && all.join() !== times.join()))
        faults.push(
          `${expression} in ${timezone} after ${new Date(after).toISOString()}: ${JSON.stringify(ours)}`,
        );
    }
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(CASES / 5);
  },
  { isOptional: true },
);
