import type { Access } from '@overdue/domain/access/access.ts';
import type { TeamSecurity } from '@overdue/domain/access/team-security.ts';
import type { TeamAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import { toMs } from '@overdue/domain/duration.ts';
import { AppError } from '@overdue/domain/error.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { requireFreshSignIn, requirePermission, requireScope, requireSession } from '../../api/permission.ts';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, editedNames, readOnly } from '../../api/read-only.ts';
import { editOf, type Resource, respondEdited } from '../../api/resources.ts';
import { respond, respondRevised } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { pathID, singleLineText, UUID_EXAMPLE } from '../../api/schemas.ts';
import type { AuditDetails } from '../../audit/contract.ts';
import type { Edited } from '../../database/edits.ts';
import type { MembershipOutcome, TeamChange, TeamSettings } from '../contract.ts';
import { memberOf, ownTeam } from './members.ts';

const teamParams = z.object({
  teamID: pathID.meta({ description: "The team's `teamID`.", example: UUID_EXAMPLE }),
});

const COUNT_MAX = 1000;
const TOKEN_DAYS_MAX = 3650;

function seconds({
  min,
  max,
  describe,
  example,
}: {
  readonly min: number;
  readonly max: number;
  readonly describe: (range: string) => string;
  readonly example: number;
}) {
  return z
    .number()
    .min(min)
    .max(max)
    .meta({ description: describe(`${min} to ${max}`), example });
}

/** The fields keep their names of version 0.1.0, because `/v1/` only grows. The domain calls them `combineAbove` and so on. */
const alerting = {
  gatherAbove: z.int().min(0).max(COUNT_MAX).meta({
    description:
      'If a channel gets more alarms than this within `gatherWithin`, further alarms are combined into one message; 0 turns this off.',
    example: 5,
  }),
  gatherWithin: seconds({
    min: 10,
    max: 3600,
    describe: (range) => `Seconds, ${range}. See \`gatherAbove\`.`,
    example: 60,
  }),
  flapAbove: z.int().min(0).max(COUNT_MAX).meta({
    description:
      'A monitor that goes down or recovers more often than this within `flapWithin` is flapping; 0 turns this off.',
    example: 6,
  }),
  flapWithin: seconds({
    min: 60,
    max: 604_800,
    describe: (range) => `Seconds, ${range}.`,
    example: 3600,
  }),
  flapQuiet: seconds({
    min: 60,
    max: 86_400,
    describe: (range) =>
      `Seconds for which a flapping monitor must keep its status before an alert is sent, ${range}.`,
    example: 900,
  }),
};

const requireTwoFactor = z.boolean().meta({
  description:
    'Whether members need a second factor. Members without one, and their tokens, get 403 `two_factor_required` for all requests about this team.',
  example: false,
});
const tokenDaysMax = z.int().min(1).max(TOKEN_DAYS_MAX).nullable().meta({
  description:
    'Maximum lifetime of tokens and project keys in days, also for existing ones; null for no limit.',
  example: null,
});

const team = z
  .object({
    name: z.string().meta({ example: 'Acme' }),
    alerting: z.object(alerting).meta({ id: 'TeamAlerting', description: 'Noise reduction.' }),
    requireTwoFactor,
    tokenDaysMax,
    revision,
  })
  .meta({ id: 'Team' });

const alertingEdit = z.strictObject(alerting).partial();
const teamEdit = z
  .strictObject({
    name: singleLineText(1, SHORT_NAME_LENGTH_MAX)
      .optional()
      .meta({ description: 'Requires an owner or admin.', example: 'Acme' }),
    alerting: alertingEdit.meta({ id: 'TeamAlertingEdit' }).optional(),
    requireTwoFactor: requireTwoFactor.optional(),
    tokenDaysMax: tokenDaysMax.optional(),
    ...readOnly(team.shape, ['revision']),
  })
  .meta({ id: 'TeamEdit', description: `${EDIT_DESCRIPTION} The same applies within \`alerting\`.` });

function writeTeam({ name, alerting, requiresTwoFactor, tokenDaysMax, revision }: TeamSettings) {
  return {
    name,
    requireTwoFactor: requiresTwoFactor,
    tokenDaysMax,
    alerting: {
      gatherAbove: alerting.combineAbove,
      gatherWithin: alerting.combineWithinMs / 1000,
      flapAbove: alerting.flapAbove,
      flapWithin: alerting.flapWithinMs / 1000,
      flapQuiet: alerting.flapQuietMs / 1000,
    },
    revision,
  };
}

const TEAM: Resource<TeamSettings> = { name: 'team', write: writeTeam };

function editedAlerting(before: TeamAlerting, edit: z.output<typeof alertingEdit>): TeamAlerting {
  const ms = (seconds: number | undefined, current: number) =>
    seconds === undefined ? current : toMs(seconds);
  return {
    combineAbove: edit.gatherAbove ?? before.combineAbove,
    combineWithinMs: ms(edit.gatherWithin, before.combineWithinMs),
    flapAbove: edit.flapAbove ?? before.flapAbove,
    flapWithinMs: ms(edit.flapWithin, before.flapWithinMs),
    flapQuietMs: ms(edit.flapQuiet, before.flapQuietMs),
  };
}

/** Whether the change ends the requirement of a second factor, or lets tokens live longer. */
function isLooser({
  before,
  after,
}: {
  readonly before: TeamSecurity;
  readonly after: TeamSecurity;
}): boolean {
  const days = ({ tokenDaysMax }: TeamSecurity) => tokenDaysMax ?? Number.POSITIVE_INFINITY;
  return (before.requiresTwoFactor && !after.requiresTwoFactor) || days(after) > days(before);
}

/**
 * Throws unless the requester is an owner with a fresh sign-in or a token with the scope `admin`. A token can't loosen the rules that
 * limit the token. Also throws if the new rules would lock the requester out.
 */
function requireSecurityChange(
  access: Access,
  { now, locksOut, loosens }: { readonly now: number; readonly locksOut: boolean; readonly loosens: boolean },
): void {
  const { role, via } = access;
  if (role !== 'owner')
    throw new AppError(
      'forbidden',
      'Only an owner of the team may change its rules for sign-ins and tokens.',
    );
  requireScope(access, 'admin');
  if (loosens && via.kind === 'token')
    throw new AppError(
      'forbidden',
      'A token can’t loosen the rules for second factors and tokens. Sign in to the application to do this.',
    );
  requireFreshSignIn(via, now);
  if (locksOut)
    throw new AppError(
      'two_factor_required',
      'This would lock you out. Set up two-factor authentication for yourself first, or sign in with your passkey.',
    );
}

const readTeam = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/team/',
  operationID: 'readTeam',
  tag: 'Team',
  summary: 'Read the team',
  description: 'The team of your token, with its noise reduction and security rules.',
  permission: 'read',
  responses: success(200, 'The team.', { team }),
  etag: 'sent',
  errors: [],
  async handle({ access }, { store }) {
    const settings = await store.findTeamSettings(access.teamID);
    return respondRevised(200, { team: writeTeam(settings) }, settings.revision);
  },
});

const editTeam = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/team/',
  operationID: 'editTeam',
  tag: 'Team',
  summary: 'Change the team',
  description:
    'Omitted fields keep their value. Renaming requires an owner or admin, the rules for second factors and tokens an owner with a fresh sign-in. ' +
    'A token needs the scope `admin` for both, and can’t loosen the rules.',
  permission: 'write',
  body: teamEdit,
  bodyExample: { alerting: { gatherAbove: 10 } },
  responses: success(200, 'The team after the change.', { team }),
  etag: 'checked',
  errors: [],
  async handle({ access, body, ifMatch, audit }, parts) {
    const { store, clock } = parts;
    const edited = await store.changeTeam(
      access.teamID,
      editOf<TeamSettings, TeamChange>({
        resource: TEAM,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: [] },
        merge({ name, alerting, requiresTwoFactor, tokenDaysMax }) {
          const before = { name, alerting, requiresTwoFactor, tokenDaysMax };
          const after = {
            name: body.name ?? name,
            alerting: editedAlerting(alerting, body.alerting ?? {}),
            requiresTwoFactor: body.requireTwoFactor ?? requiresTwoFactor,
            tokenDaysMax: body.tokenDaysMax === undefined ? tokenDaysMax : body.tokenDaysMax,
          };
          if (after.name !== name) requirePermission(access, 'administer');
          const isStricter = after.requiresTwoFactor && !requiresTwoFactor;
          if (after.requiresTwoFactor !== requiresTwoFactor || after.tokenDaysMax !== tokenDaysMax)
            requireSecurityChange(access, {
              now: clock.now(),
              locksOut: isStricter && !access.hasSecondFactor,
              loosens: isLooser({ before, after }),
            });
          return { before, after };
        },
      }),
    );
    audit({
      target: { kind: 'team', id: access.teamID, name: edited.after.name },
      details: { changed: editedNames(teamEdit, body), ...securityDetails(edited) },
    });
    await tellAboutTwoFactor(access, edited, parts);
    return respondEdited(TEAM, edited, audit);
  },
});

/** Tells members without a second factor that the team now requires one. */
async function tellAboutTwoFactor(
  access: Access,
  { before, after }: Edited<TeamSettings>,
  { store, accounts }: Pick<V1Parts, 'store' | 'accounts'>,
): Promise<void> {
  if (before.requiresTwoFactor || !after.requiresTwoFactor) return;
  const locked = await store.listMembers({ teamID: access.teamID, lacksFactor: true });
  const change = { team: after.name, by: await memberName(access, store) };
  accounts.runInBackground(accounts.notices.twoFactorRequired(locked, change));
}

/** Returns changed security rules with their new values, for the audit log. */
function securityDetails({ before, after }: Edited<TeamSettings>): AuditDetails {
  return {
    ...(before.requiresTwoFactor === after.requiresTwoFactor
      ? {}
      : { requireTwoFactor: after.requiresTwoFactor }),
    ...(before.tokenDaysMax === after.tokenDaysMax ? {} : { tokenDaysMax: after.tokenDaysMax }),
  };
}

export const TEAM_ENDPOINTS = [readTeam, editTeam];

/** Maximum transactions of one request. Each transaction deletes part of a long history. */
const STEPS_MAX = 500;

const deleteTeam = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/teams/{teamID}/',
  operationID: 'deleteTeam',
  tag: 'Team',
  summary: 'Delete a team',
  description:
    'Deletes the team in which you work, for all its members, with its projects, channels, schedules, public pages, tokens and ' +
    'incidents. Only an owner who is signed in can do this, and only after the last monitor of the team is deleted and its alerts are ' +
    'sent. The audit log stays in the database until its entries are old.',
  permission: 'administer',
  needsFreshSignIn: true,
  params: teamParams,
  responses: success(200, 'The deleted team.', { team: ownTeam }),
  errors: ['not_found', 'conflict'],
  async handle({ access, params, audit }, parts) {
    const { teamID, memberID } = access;
    // A repeated request, or a request of another tab, must not delete the team that the session works in now.
    if (params.teamID !== teamID)
      throw new AppError(
        'not_found',
        'There is no such team, or you work in another team. Switch to the team first.',
      );
    requireSession(access);
    const { store, accounts } = parts;
    const members = await store.listMembers({ teamID });
    const by = await memberName(access, store);
    const target = { teamID, actorID: memberID, memberID, action: 'delete_team' } as const;
    let result: MembershipOutcome = { outcome: 'unfinished' };
    for (let step = 0; step < STEPS_MAX && result.outcome === 'unfinished'; step += 1)
      result = await store.changeMembership(target);
    const { team: name, role } = memberOf(result);
    accounts.runInBackground(
      accounts.notices.teamDeleted(
        members.filter(({ id }) => id !== memberID),
        { team: name, by },
      ),
    );
    audit({ target: { kind: 'team', id: teamID, name } });
    return respond(200, { team: { teamID, name, role } });
  },
});

export const TEAM_DELETE_ENDPOINTS = [deleteTeam];
