import { slugify } from '@overdue/domain/ping/slug.ts';
import type { Monitor } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { visibleLine } from '../print/plain.ts';
import { CommandError } from '../process/command-line.ts';

const SHORT_ID = /^[2-9a-z]{10}$/;
const SIMILAR_SHOWN = 5;

/** Returns all monitors with this ID, name or slug. */
export async function findMonitors(client: Client, text: string): Promise<readonly Monitor[]> {
  const byID = SHORT_ID.test(text) ? await readMonitor(client, text) : null;
  return byID === null ? monitorsNamed(text, await listAll(client)) : [byID];
}

/** Finds a monitor by its ID, its name, or its slug. Throws a CommandError unless exactly one monitor matches. */
export async function findMonitor(client: Client, text: string): Promise<Monitor> {
  const byID = SHORT_ID.test(text) ? await readMonitor(client, text) : null;
  if (byID !== null) return byID;
  const monitors = await listAll(client);
  const named = monitorsNamed(text, monitors);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (named.length > 1)
    throw new CommandError(
      `${named.length} monitors are named ${text}. Use the ID of one: ${named.map(({ shortID }) => shortID).join(', ')}.`,
    );
  const similar = monitors
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, SIMILAR_SHOWN);
  const hint =
    similar.length === 0 ? '' : ` Similar: ${similar.map(({ name }) => visibleLine(name)).join(', ')}.`;
  throw new CommandError(`No monitor is named ${text}.${hint}`);
}

/**
 * Returns the monitors with exactly this name. If there are none, compares names without regard to case, and then
 * slugs.
 */
function monitorsNamed(text: string, monitors: readonly Monitor[]): readonly Monitor[] {
  const lower = text.toLowerCase();
  const slug = slugify(text);
  const tests: readonly ((monitor: Monitor) => boolean)[] = [
    ({ name }) => name === text,
    ({ name }) => name.toLowerCase() === lower,
    (monitor) => slug !== '' && monitor.slug === slug,
  ];
  for (const test of tests) {
    const matching = monitors.filter(test);
    if (matching.length > 0) return matching;
  }
  return [];
}

async function readMonitor(client: Client, shortID: string): Promise<Monitor | null> {
  try {
    return await client.monitors.get(shortID);
  } catch (error) {
    if (error instanceof OverdueError && error.code === 'not_found') return null;
    throw error;
  }
}

async function listAll(client: Client): Promise<readonly Monitor[]> {
  return (await client.monitors.list()).monitors;
}
