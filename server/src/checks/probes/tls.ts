import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import type { CheckSettings } from '../settings.ts';
import type { TargetOf } from '../target.ts';
import { CheckFailure, type ProbeTools, runAttempt } from './attempt.ts';
import { connect } from './connect.ts';
import { awaitRefusal, expiryNote, secure } from './secure.ts';
import { startTLS } from './start-tls.ts';

/** Makes a secure connection, and compares the end of the certificate with the settings. */
export function probeTLS(
  { host, port }: TargetOf<'tls'>,
  settings: CheckSettings<'tls'>,
  tools: ProbeTools,
): Promise<CheckAttempt> {
  const { family, encryption, tls, warnDays, failDays } = settings;
  return runAttempt(tools, settings, async (attempt) => {
    const socket = await connect(attempt, { host, port, family });
    if (encryption !== 'tls') await startTLS(attempt, socket, encryption);
    const secured = await secure(attempt, socket, { host, settings: tls });
    await awaitRefusal(attempt, secured);
    const failure = tls.verify === 'none' ? null : expiryNote(attempt, failDays);
    if (failure !== null) throw new CheckFailure(failure.code, failure.message);
    return expiryNote(attempt, warnDays);
  });
}
