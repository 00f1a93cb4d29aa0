import type { z } from 'zod';
import type { Alert } from '../domain/alert.ts';

/** What came of one attempt. `answer` is for people: at most 500 characters, and no secret. */
export type Outcome =
  | { readonly outcome: 'sent'; readonly status: number | null; readonly answer: string }
  /** May work later; `retryAfterMs` when the receiver said when. */
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly answer: string;
      readonly retryAfterMs: number | null;
    }
  /** This message will never be taken. */
  | { readonly outcome: 'refused'; readonly status: number | null; readonly answer: string }
  /** Nothing will ever be taken: the address is gone, the token was revoked. Switches the channel off. */
  | { readonly outcome: 'gone'; readonly status: number | null; readonly answer: string };

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most 256 kB. */
  readonly body?: string;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 kB. */
  readonly body: string;
}

/**
 * Sends one HTTP request, within a time limit, to an address that is allowed, and follows no redirect. Rejects with an
 * `OutboundError` when there is no answer.
 */
export type Request = (request: OutboundRequest) => Promise<OutboundAnswer>;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Local parts; the service adds the domain. */
  readonly messageID: string;
  /** The mail that this one answers, so that both form a thread. */
  readonly inReplyTo: string | null;
  /** One click on it ends these mails (RFC 8058); null where nobody may. */
  readonly unsubscribeURL: string | null;
}

/** Hands a mail to the operator's SMTP server. */
export type SendMail = (mail: Mail) => Promise<Outcome>;

/** What a channel is given to send with. */
export interface Tools {
  readonly request: Request;
  /** Null when the operator has not set up mail. */
  readonly mail: SendMail | null;
  /** Epoch milliseconds now, for signatures. */
  readonly now: number;
  /** The channel that sends, for links about it. */
  readonly channel: { readonly shortID: string; readonly name: string };
  /** Where the service is reached, without a trailing slash. */
  readonly baseURL: string;
  /** The address that ends the mails of this channel; null when the mail goes to no channel. */
  readonly unsubscribeURL: string | null;
}

/**
 * A kind of receiver. Its settings' schema is the one source of what is valid, of the API's documentation and of the form;
 * every field has `.meta({ title, description, example })`, and secret ones `secret: true` besides.
 */
export interface ChannelType<Settings> {
  /** Its name in the API: lower case, letters only. */
  readonly type: string;
  /** Its name for people. */
  readonly title: string;
  readonly settings: z.ZodType<Settings>;
  /** Whether the receiver itself keeps track of incidents: then each monitor's alarm and recovery go there one by one. */
  readonly tracksIncidents: boolean;
  /** Makes one attempt. Rejects only for a defect or an `OutboundError`, which counts as `failed`. */
  send(settings: Settings, alert: Alert, tools: Tools): Promise<Outcome>;
}
