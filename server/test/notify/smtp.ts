import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body exactly as received. */
  readonly raw: string;
}

export interface SmtpReceiver {
  /** `smtp://127.0.0.1:port`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  last(): ReceivedMail;
  /**
   * Refuses recipients from now on, according to the first matching refusal. Without arguments, accepts all recipients.
   */
  refuse(...refusals: readonly Refusal[]): void;
  close(): Promise<void>;
}

interface Refusal {
  readonly code: number;
  readonly text: string;
  /** Recipient whose mail is refused. Default: all recipients. */
  readonly address?: string;
}

/** Decodes a mail: joins soft line breaks and decodes the characters of addresses. */
export function readableText({ raw }: ReceivedMail): string {
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}

/** A real SMTP server on loopback, without TLS and without authentication. */
export async function startSmtp(): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = [];
  let refusals: readonly Refusal[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Otherwise `close` waits 30 s for a client that keeps its connection open.
    closeTimeout: 1,
    onRcptTo(recipient, _session, done) {
      const refusal = refusals.find(({ address = recipient.address }) => address === recipient.address);
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {
    // Ignores errors, because some tests close a client in the middle.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    last() {
      const mail = received.at(-1);
      if (mail === undefined) throw new Error('The SMTP server was sent nothing.');
      return mail;
    },
    refuse(...next) {
      refusals = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
