import { messageOf } from '../../ui/error-message.ts';
import { api } from '../client.ts';
import { queryClient } from '../query-client.ts';

interface Outcome {
  /** IDs of the changed incidents. */
  readonly changed: readonly string[];
  /** Reasons why incidents were not changed, without duplicates. */
  readonly problems: readonly string[];
}

/** Acknowledges incidents one after another, or takes their acknowledgements back. */
export async function changeAcknowledgements(
  incidentIDs: readonly string[],
  change: 'acknowledge' | 'unacknowledge',
): Promise<Outcome> {
  const changed: string[] = [];
  const problems = new Set<string>();
  for (const incidentID of incidentIDs) {
    try {
      await api.incidents[change](incidentID);
      changed.push(incidentID);
    } catch (error) {
      problems.add(messageOf(error));
    }
  }
  await queryClient.invalidateQueries({ queryKey: ['incidents'] });
  return { changed, problems: [...problems] };
}
