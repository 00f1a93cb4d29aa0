import type { View } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { CommandError } from '../process/command-line.ts';
import { visibleLine } from '../print/plain.ts';

/**
 * Finds a view of the monitor list by its name or ID. A private view comes before a shared view of the same name. Throws a CommandError
 * if there is none.
 */
export async function findView(client: Client, text: string): Promise<View> {
  const views = await client.views.list();
  const named = views.filter(({ name, shortID }) => name === text || shortID === text);
  const found = named.find(({ shared }) => !shared) ?? named[0];
  if (found !== undefined) return found;
  const names = views.map(({ name }) => visibleLine(name)).join(', ');
  throw new CommandError(
    `No view is named ${text}. ${names === '' ? 'There are no views yet. Save one in the list of the application.' : `Views: ${names}.`}`,
  );
}
