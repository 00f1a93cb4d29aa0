import type { Socket } from 'node:net';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import type { CheckSettings } from '../settings.ts';
import type { TargetOf } from '../target.ts';
import { type Attempt, CheckFailure, excerptOf, type ProbeTools, runAttempt } from './attempt.ts';
import { connect } from './connect.ts';
import { receive } from './received.ts';
import { awaitRefusal, secure } from './secure.ts';
import { startTLS } from './start-tls.ts';

type Settings = CheckSettings<'tcp'>;

/** Connects to a port, and exchanges texts if the settings say so. */
export function probeTCP(
  target: TargetOf<'tcp'>,
  settings: Settings,
  tools: ProbeTools,
): Promise<CheckAttempt> {
  return runAttempt(tools, settings, async (attempt) => {
    const socket = await open(attempt, target, settings);
    await attempt.step('response', () => write(socket, settings.send));
    if (settings.expect !== null) await expectText(attempt, socket, settings);
    return null;
  });
}

async function open(attempt: Attempt, { host, port }: TargetOf<'tcp'>, settings: Settings): Promise<Socket> {
  const { family, encryption, tls, send, expect } = settings;
  const socket = await connect(attempt, { host, port, family });
  if (encryption === 'none') return socket;
  if (encryption !== 'tls') await startTLS(attempt, socket, encryption);
  const secured = await secure(attempt, socket, { host, settings: tls });
  if (send === null && expect === null) await awaitRefusal(attempt, secured);
  return secured;
}

/** Resolves once the system has taken the text, because destroying the socket discards the rest. */
function write(socket: Socket, text: string | null): Promise<void> {
  return new Promise((resolve) => (text === null ? resolve() : socket.write(text, () => resolve())));
}

async function expectText(attempt: Attempt, socket: Socket, { send, expect }: Settings): Promise<void> {
  const wanted = Buffer.from(expect ?? '');
  const received = receive(socket);
  const show = () => {
    attempt.report.excerpt = excerptOf(received.bytes().toString('utf8'), send === null ? [] : [send.trim()]);
  };
  await attempt.step('firstByte', () => received.until(({ byteLength }) => byteLength > 0));
  show();
  try {
    await attempt.step('response', () => received.until((bytes) => bytes.includes(wanted)));
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    throw new CheckFailure(
      'text_missing',
      `The response does not contain the expected text. ${error.message}`,
    );
  } finally {
    show();
  }
}
