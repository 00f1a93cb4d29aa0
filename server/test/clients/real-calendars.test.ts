import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sampleCalendarCases } from './calendar-cases.ts';
import { askOverdue, askPython, askSystemd, findFault, isFull, writeRecord } from './calendar-references.ts';
import { fetchOnCalendar, testWithTool } from './fetched-tools.ts';
import { findProgram } from './prerequisites.ts';

const CASES = Number(process.env.CALENDAR_CASES ?? 3000);
const SEED = Number(process.env.CALENDAR_SEED ?? 20_261_123);
/** Maximum number of concurrent processes. */
const AT_ONCE = 4;

testWithTool(
  'calendar expressions mean what systemd-analyze and oncalendar say',
  async () => (findProgram('systemd-analyze') === null ? 'systemd-analyze is missing' : fetchOnCalendar()),
  async (tool) => {
    const cases = sampleCalendarCases(CASES, SEED);
    const folder = mkdtempSync(join(tmpdir(), 'overdue-calendars-'));
    const file = join(folder, 'cases.json');
    writeFileSync(file, JSON.stringify(cases));
    const byPython = await askPython(tool, file);
    const lines: string[] = [];
    const faults: string[] = [];
    const pending = [...cases.entries()];
    const work = async () => {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        const [index, of] = next;
        const python = byPython[index] ?? 'refused';
        const responses = { ours: askOverdue(of), systemd: await askSystemd(of), python };
        lines[index] = writeRecord(of, responses);
        const fault = findFault(of, responses);
        if (fault !== null) faults.push(`${fault} ${lines[index]} ${JSON.stringify(responses.ours)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    rmSync(folder, { recursive: true });
    const { CALENDAR_RECORD: record } = process.env;
    if (record !== undefined) writeFileSync(record, `${lines.join('\n')}\n`);
    expect(faults).toEqual([]);
    // Most cases must have occurrences. Otherwise the comparison would be meaningless.
    expect(cases.filter((of) => isFull(askOverdue(of))).length).toBeGreaterThan(CASES / 2);
  },
);
