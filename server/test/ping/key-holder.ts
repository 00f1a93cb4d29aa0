import { newShortID, systemRandom } from '../../src/platform/runtime/random.ts';
import { newProjectKey } from '../../src/platform/security/token.ts';
import { findDefaultProject } from '../../src/projects/contract.ts';
import { makeTeam } from '../callers.ts';
import { recordOf } from '../edits.ts';
import type { RunningService } from '../sdk/in-process.ts';

/** A team, and the secret of a ping key of its default project. */
export interface KeyHolder {
  readonly teamID: string;
  readonly projectID: number;
  readonly key: string;
  /** An API token of the team. */
  readonly token: string;
  readonly keyShortID: string;
}

export async function addKeyHolder({ store }: Pick<RunningService, 'store'>): Promise<KeyHolder> {
  const { teamID, token } = await makeTeam(store, systemRandom.uuid(), 0);
  const project = await findDefaultProject(store, teamID);
  const { secret, ...stored } = newProjectKey('ping', systemRandom);
  const { shortID } = recordOf(
    await store.projectKeys.create({
      ...stored,
      teamID,
      shortID: newShortID(systemRandom),
      projectID: project.id,
      kind: 'ping',
      name: 'hosts',
      createdAt: 0,
      createdBy: 'Ann',
      expiresAt: null,
      endsWithToken: null,
    }),
  );
  return { teamID, projectID: project.id, key: secret, token, keyShortID: shortID };
}
