import { RESPONSE_LENGTH_MAX, type SendResult } from '../platform/outbound/outcome.ts';
import { truncate } from '../platform/outbound/text.ts';

const NO_DEVICE: SendResult = {
  outcome: 'gone',
  status: null,
  answer:
    'The member has no device that shows notifications. Turn on notifications under Account → Notifications, then enable this channel again.',
};

interface DeviceOutcome {
  readonly device: string;
  readonly result: SendResult;
}

/**
 * Returns one outcome for all devices of a member: sent if any device accepted the message. If `retriesOthers` is set, returns
 * `failed` if any device failed, so that this device is tried again. Otherwise, one broken device doesn't delay messages to the
 * other devices.
 */
export function combineOutcomes(
  devices: readonly DeviceOutcome[],
  { retriesOthers }: { readonly retriesOthers: boolean },
): SendResult {
  if (devices.length === 0) return NO_DEVICE;
  const withOutcome = (kind: SendResult['outcome']) =>
    devices.filter(({ result }) => result.outcome === kind);
  const sent = withOutcome('sent');
  const failed = withOutcome('failed');
  const notSent = devices.filter(({ result }) => result.outcome !== 'sent');
  const status = (notSent[0] ?? sent[0])?.result.status ?? null;
  const response = describe(sent.length, notSent);
  if (failed.length > 0 && (sent.length === 0 || retriesOthers))
    return { outcome: 'failed', status, answer: response, retryAfterMs: longestWait(failed) };
  if (sent.length > 0) return { outcome: 'sent', status, answer: response };
  return {
    outcome: notSent.length === withOutcome('gone').length ? 'gone' : 'refused',
    status,
    answer: response,
  };
}

function describe(accepted: number, notSent: readonly DeviceOutcome[]): string {
  const total = accepted + notSent.length;
  const count = `Accepted for ${accepted} of ${total} ${total === 1 ? 'device' : 'devices'}.`;
  const others = notSent.map(({ device, result }) => `${device}: ${result.answer || (result.status ?? '')}`);
  return truncate([count, ...others].join('\n'), RESPONSE_LENGTH_MAX);
}

function longestWait(failed: readonly DeviceOutcome[]): number | null {
  const waits = failed.flatMap(({ result }) =>
    result.outcome === 'failed' && result.retryAfterMs !== null ? [result.retryAfterMs] : [],
  );
  return waits.length === 0 ? null : Math.max(...waits);
}
