import { hash } from 'node:crypto';
import type { Caller } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { requireRate } from '../../api/authentication.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { pathID, singleLineText, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { PushDevice } from '../../push/contract.ts';
import { pushSubscription } from '../../push/subscription.ts';
import { notificationMessage } from '../requests/push-notification.ts';
import { attemptFields, TESTS_A_MINUTE } from './attempt-schema.ts';
import { sendInTime } from './test.ts';

const deviceParams = z.object({
  deviceID: pathID.meta({ description: "The device's `deviceID`.", example: UUID_EXAMPLE }),
});

const PATH = '/v1/account/devices/';
/** Maximum devices of an account. */
const DEVICES_MAX = 10;

const device = z
  .object({
    deviceID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
    name: z.string().meta({ example: 'Chrome on Android' }),
    isCurrent: z.boolean().meta({ description: 'Whether this session added the device.', example: true }),
    createdAt: timeOutput('When the device was added.'),
    usedAt: timeOutput(
      'Time of the last accepted notification, to the minute; null if there was none.',
    ).nullable(),
  })
  .meta({ id: 'Device' });

const deviceBody = z
  .strictObject({
    name: singleLineText(1, 100).meta({
      description: 'Name shown in device lists.',
      example: 'Chrome on Android',
    }),
    subscription: pushSubscription.meta({
      description:
        'The browser’s push subscription, as `PushSubscription.toJSON()` without `expirationTime`.',
    }),
  })
  .meta({ id: 'DeviceInput' });

const attempt = z.object(attemptFields).meta({ id: 'DeviceTestAttempt' });

type Person = Pick<Caller, 'userID' | 'via'>;

function sessionOf({ via }: Person): string | null {
  return via.kind === 'session' ? via.sessionID : null;
}

function writeDevice({ id, name, sessionID, createdAt, usedAt }: PushDevice, caller: Person) {
  return {
    deviceID: id,
    name,
    isCurrent: sessionID !== null && sessionID === sessionOf(caller),
    createdAt: writeTime(createdAt),
    usedAt: writeTimeOrNull(usedAt),
  };
}

const listDevices = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: PATH,
  operationID: 'listDevices',
  tag: 'Account',
  summary: 'List your devices',
  description:
    'Phones and browsers that show alerts to you as notifications, oldest first. `serverKey` is the `applicationServerKey` of a ' +
    'browser’s subscription.',
  permission: 'session',
  responses: success(200, 'The devices.', {
    devices: z.array(device),
    serverKey: z.string().meta({
      description: 'Public key of this service for push services, base64url.',
      example: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    }),
  }),
  errors: [],
  async handle({ caller }, { store, push }) {
    const devices = await store.pushDevices.list({ userID: caller.userID });
    return respond(200, {
      devices: devices.map((device) => writeDevice(device, caller)),
      serverKey: push.publicKey,
    });
  },
});

const addDevice = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: PATH,
  operationID: 'addDevice',
  tag: 'Account',
  summary: 'Add a device',
  description:
    'Shows alerts to you on this phone or in this browser, in all your teams. Adding the same subscription again replaces the ' +
    `device, even if it belongs to another account. Ending the session removes the device. An account has at most ${DEVICES_MAX} devices.`,
  permission: 'session',
  body: deviceBody,
  bodyExample: {
    name: 'Chrome on Android',
    subscription: {
      endpoint: 'https://push.example.com/send/f7Qx2',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
  responses: success(201, 'The new device.', { device }),
  errors: ['conflict'],
  async handle({ caller, body, audit }, { store, push, clock, random }) {
    const id = random.uuid();
    const added = {
      id,
      userID: caller.userID,
      sessionID: sessionOf(caller),
      name: body.name,
      subscription: push.seal(id, body.subscription),
      addressHash: hash('sha256', body.subscription.endpoint),
      createdAt: clock.now(),
    };
    if ((await store.pushDevices.change({ kind: 'add', device: added, max: DEVICES_MAX })) === 'too_many')
      throw new AppError(
        'conflict',
        `Your account has ${DEVICES_MAX} devices, which is the maximum. Remove one first.`,
      );
    audit({ target: { kind: 'device', id, name: body.name } });
    return respond(201, { device: writeDevice({ ...added, usedAt: null }, caller) });
  },
});

async function findDevice(
  { userID }: Person,
  deviceID: string,
  { store }: Pick<V1Parts, 'store'>,
): Promise<PushDevice> {
  const device = (await store.pushDevices.list({ userID })).find(({ id }) => id === deviceID);
  if (device === undefined) throw new AppError('not_found', 'You have no such device.');
  return device;
}

const removeDevice = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: `${PATH}{deviceID}/`,
  operationID: 'removeDevice',
  tag: 'Account',
  summary: 'Remove a device',
  description: 'The device shows no further alerts.',
  permission: 'session',
  params: deviceParams,
  responses: success(200, 'The device is removed.', { device: device.pick({ deviceID: true }) }),
  errors: ['not_found'],
  async handle({ caller, params, audit }, parts) {
    const { id, name } = await findDevice(caller, params.deviceID, parts);
    await parts.store.pushDevices.change({ kind: 'delete', device: { id, userID: caller.userID } });
    audit({ target: { kind: 'device', id, name } });
    return respond(200, { device: { deviceID: id } });
  },
});

const testDevice = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: `${PATH}{deviceID}/test/`,
  operationID: 'testDevice',
  tag: 'Account',
  summary: 'Send a test notification',
  description:
    `Sends a notification to the device immediately, and returns the outcome. At most ${TESTS_A_MINUTE} per minute and account. ` +
    '`gone` also removes the device. Accepts no body.',
  permission: 'session',
  params: deviceParams,
  responses: success(200, 'The outcome.', { attempt }),
  errors: ['not_found'],
  async handle({ caller, params, audit }, parts) {
    const { push, clock, random, baseURL, testRate } = parts;
    const { userID } = caller;
    const { id, name } = await findDevice(caller, params.deviceID, parts);
    requireRate(testRate.take(userID, clock.now()), 'Too many tests.');
    audit({ target: { kind: 'device', id, name } });
    const content = {
      key: random.uuid(),
      title: 'Test from Overdue',
      tag: 'test',
      url: `${baseURL}/account/notifications`,
      isAlarm: false,
      at: clock.now(),
    };
    const startedAt = clock.monotonic();
    const message = notificationMessage(content, () => 'This device works. Alerts will appear here.');
    const sent = await sendInTime(push.send({ userID, deviceID: id }, message), clock);
    const { outcome, status, answer: response } = sent;
    audit({ details: { outcome } });
    const latency = (clock.monotonic() - startedAt) / 1000;
    return respond(200, { attempt: { outcome, status, answer: response, latency } });
  },
});

export const DEVICE_ENDPOINTS = [listDevices, addDevice, removeDevice, testDevice];
