import type { Socket } from 'node:net';
import type { Encryption } from '../settings.ts';
import { type Attempt, CheckFailure, excerptOf } from './attempt.ts';
import { type Received, receive } from './received.ts';

export type StartTLSProtocol = Exclude<Encryption, 'none' | 'tls'>;

/** SSLRequest of PostgreSQL: a length of 8 and the code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

interface Dialogue {
  readonly received: Received;
  send(bytes: string | Buffer): void;
}

const DIALOGUES: Readonly<Record<StartTLSProtocol, (dialogue: Dialogue) => Promise<boolean>>> = {
  /** RFC 3207. */
  async smtp({ received, send }) {
    if (!isReply(await readReply(received, isLastOfSMTP), '220')) return false;
    send('EHLO overdue.invalid\r\n');
    const offer = await readReply(received, isLastOfSMTP);
    if (!isReply(offer, '250') || !/^250[ -]STARTTLS\r?$/im.test(offer)) return false;
    send('STARTTLS\r\n');
    return isReply(await readReply(received, isLastOfSMTP), '220');
  },
  /** RFC 9051, section 6.2.1. */
  async imap({ received, send }) {
    if (!isReply(await readReply(received, () => true), '* OK')) return false;
    send('a STARTTLS\r\n');
    const reply = await readReply(received, (line) => line.startsWith('a '));
    return isReply(reply.split('\n').at(-2) ?? '', 'a OK');
  },
  /** RFC 2595, section 4. */
  async pop3({ received, send }) {
    if (!isReply(await readReply(received, () => true), '+OK')) return false;
    send('STLS\r\n');
    return isReply(await readReply(received, () => true), '+OK');
  },
  async postgres({ received, send }) {
    send(SSL_REQUEST);
    const reply = await received.until(({ byteLength }) => byteLength > 0);
    return reply.toString('latin1') === 'S';
  },
};

/** Asks a target to make the connection secure, in its own protocol. */
export async function startTLS(attempt: Attempt, socket: Socket, protocol: StartTLSProtocol): Promise<void> {
  const received = receive(socket);
  try {
    const isReady = await attempt.step('tls', () =>
      DIALOGUES[protocol]({ received, send: (bytes) => void socket.write(bytes) }),
    );
    if (!isReady)
      throw new CheckFailure(
        'starttls_refused',
        `The target offers no STARTTLS of the protocol ${protocol}.`,
      );
  } catch (error) {
    attempt.report.excerpt = excerptOf(received.bytes().toString('utf8'), []);
    throw error;
  }
  received.stop();
}

/**
 * Reads one reply. Its last line is the first one that `isLast` accepts. Bytes after the reply would be read as if they were secure, so
 * a reply with more than its lines never begins with the expected code.
 */
async function readReply(received: Received, isLast: (line: string) => boolean): Promise<string> {
  const bytes = await received.until((all) => linesOf(all).some(isLast));
  const lines = linesOf(bytes);
  const isAlone = bytes.at(-1) === 0x0a && lines.findIndex(isLast) === lines.length - 1;
  if (!isAlone) return '';
  received.clear();
  return bytes.toString('latin1');
}

/** Returns the complete lines. */
function linesOf(bytes: Buffer): readonly string[] {
  return bytes.toString('latin1').split('\n').slice(0, -1);
}

function isLastOfSMTP(line: string): boolean {
  return !/^\d{3}-/.test(line);
}

function isReply(text: string, start: string): boolean {
  return text.toUpperCase().startsWith(start.toUpperCase());
}
