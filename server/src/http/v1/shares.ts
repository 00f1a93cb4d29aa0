import { z } from 'zod';
import type { Access } from '../../domain/access.ts';
import { AppError } from '../../domain/error.ts';
import { BADGE_STYLES, SHARE_OPTIONS_DEFAULT, type Share } from '../../domain/share.ts';
import { BASE62 } from '../../random.ts';
import { shareURL } from '../public/address.ts';
import { answer } from './answer.ts';
import { success } from './documentation.ts';
import { endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { requireKnown } from './named-things.ts';
import { invalid } from './problems.ts';
import { nextCursor, shareParams, time } from './schemas.ts';
import { namedInScope, parseOptions, shareBody, shareEdit, shareKind, shareScope } from './share-input.ts';
import { writeTime } from './times.ts';

const SHARES_MAX = 100;
/** As many random bits as a ping ID has. */
const KEY_LENGTH = 22;

const share = z
  .object({
    shareID: z.string().meta({
      description: 'Identifies the share in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    kind: shareKind.meta({ description: 'What others are shown.', example: 'status_page' }),
    title: z.string().meta({ example: 'Nightly jobs' }),
    scope: shareScope,
    url: z.string().meta({
      description:
        'Where it is, for whoever has this address. A badge and a status page also come as JSON: with `.json` in the place of `.svg`, or at the end.',
      example: 'https://overdue.example.com/status/acme-jobs',
    }),
    options: z
      .object({
        description: z.string().meta({ example: 'Backups and exports of db-01.' }),
        timezone: z.string().meta({ example: 'Europe/Riga' }),
        indexed: z.boolean().meta({ example: false }),
        style: z.enum(BADGE_STYLES).meta({ example: 'flat' }),
      })
      .meta({ id: 'ShareOptions' }),
    createdAt: time('When it was created.', '2026-11-02T09:12:44.018Z'),
    createdBy: z
      .string()
      .meta({ description: 'Who created it: the name, or else the email.', example: 'Ann Example' }),
  })
  .meta({ id: 'Share', description: 'What of some monitors is shown to others, who need no account.' });

function writeShare(record: Share, baseURL: string) {
  const { shareID, kind, title, scope, options, createdAt, createdBy } = record;
  return {
    shareID,
    kind,
    title,
    scope,
    url: shareURL(baseURL, record),
    options,
    createdAt: writeTime(createdAt),
    createdBy,
  };
}

const listShares = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/shares/',
  operationID: 'listShares',
  tag: 'Sharing',
  summary: 'List what is shared',
  description: 'All of it, oldest first: a team has 100 shares at most.',
  permission: 'read',
  responses: success(200, 'The shares.', { shares: z.array(share), nextCursor }),
  errors: [],
  async handle({ access }, { store, baseURL }) {
    const shares = await store.listShares(access.teamID);
    return answer(200, { shares: shares.map((each) => writeShare(each, baseURL)), nextCursor: null });
  },
});

const createShare = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/shares/',
  operationID: 'createShare',
  tag: 'Sharing',
  summary: 'Share something',
  description:
    'Makes a badge, a status page or a calendar that whoever has its address can read. Ping IDs, descriptions of monitors, notes and logs are not in it.',
  permission: 'write',
  body: shareBody,
  bodyExample: { kind: 'status_page', title: 'Nightly jobs', scope: { kind: 'tag', tag: 'prod' } },
  responses: success(201, 'The new share.', { share }),
  errors: ['conflict'],
  async handle({ access, body }, parts) {
    const { store, random, clock, baseURL } = parts;
    const { kind, title, scope, slug } = body;
    const options = parseOptions(kind, SHARE_OPTIONS_DEFAULT, body);
    await requireKnown(store, access.teamID, namedInScope(scope));
    const created: Share = {
      shareID: random.uuid(),
      teamID: access.teamID,
      kind,
      key: slug ?? random.text(BASE62, KEY_LENGTH),
      title,
      scope,
      options,
      createdAt: clock.now(),
      createdBy: await nameOf(access, parts),
    };
    switch (await store.createShare(created, SHARES_MAX)) {
      case 'created':
        return answer(201, { share: writeShare(created, baseURL) });
      case 'key_taken':
        throw invalid([{ path: 'slug', message: 'This address is taken: choose another one.' }]);
      case 'too_many':
        throw new AppError(
          'conflict',
          `The team has ${SHARES_MAX} shares, which is the most. Delete one that nobody reads.`,
        );
    }
  },
});

async function nameOf({ teamID, memberID }: Access, { store }: V1Parts): Promise<string> {
  const member = (await store.listMembers(teamID)).find(({ id }) => id === memberID);
  return member?.name.trim() || (member?.email ?? '');
}

const editShare = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/shares/{shareID}/',
  operationID: 'editShare',
  tag: 'Sharing',
  summary: 'Change a share',
  description: 'What is left out stays, and so do its address and what it is about.',
  permission: 'write',
  params: shareParams,
  body: shareEdit,
  bodyExample: { title: 'Jobs of the night' },
  responses: success(200, 'The share after the change.', { share }),
  errors: ['not_found'],
  async handle({ access, params, body }, { store, inTurn, baseURL }) {
    return inTurn(`share ${params.shareID}`, async () => {
      const shares = await store.listShares(access.teamID);
      const before = shares.find(({ shareID }) => shareID === params.shareID);
      if (before === undefined) throw noSuchShare();
      const options = parseOptions(before.kind, before.options, body);
      const { title = before.title } = body;
      const after = await store.changeShare(access.teamID, before.shareID, { title, options });
      if (after === null) throw noSuchShare();
      return answer(200, { share: writeShare(after, baseURL) });
    });
  },
});

const deleteShare = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/shares/{shareID}/',
  operationID: 'deleteShare',
  tag: 'Sharing',
  summary: 'Revoke a share',
  description: 'Its address leads nowhere at once, and is never given out again by itself.',
  permission: 'write',
  params: shareParams,
  responses: success(200, 'The share as it last was.', { share }),
  errors: ['not_found'],
  async handle({ access, params }, { store, baseURL }) {
    const deleted = await store.deleteShare(access.teamID, params.shareID);
    if (deleted === null) throw noSuchShare();
    return answer(200, { share: writeShare(deleted, baseURL) });
  },
});

function noSuchShare(): AppError {
  return new AppError('not_found', 'There is no such share.');
}

export const SHARE_ENDPOINTS = [listShares, createShare, editShare, deleteShare];
