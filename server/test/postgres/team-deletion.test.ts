import { expect, test } from 'vitest';
import { makeChannel } from '../store/suite/alert-fixtures.ts';
import { makeTeam, NOON } from '../store/suite/fixtures.ts';
import { openNodes } from './alert-nodes.ts';

const DISABLE = `WITH disabled AS (UPDATE channels SET disabled = 'The receiver is gone.', disabled_at = ${NOON} RETURNING team_id)
  INSERT INTO outbox (team_id, kind, created_at, detail) SELECT team_id, 'channel_disabled', ${NOON}, '{}' FROM disabled`;

test('a team is not deleted while another node disables one of its channels', async () => {
  const { a, hold, untilLockWait } = await openNodes('18');
  await makeTeam(a, 'acme');
  await makeChannel(a, 'team-acme', 'hook');
  const disabling = await hold(DISABLE);
  const owner = { teamID: 'team-acme', actorID: 'member-acme', memberID: 'member-acme' };
  const remove = () => a.changeMembership({ ...owner, action: 'delete_team' });
  const deletion = remove();
  await untilLockWait();
  await disabling.commit();
  expect(await deletion).toEqual({ outcome: 'unfinished' });
  expect(await remove()).toEqual({ outcome: 'has_alerts' });
});
