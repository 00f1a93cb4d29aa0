/** Maximum characters of one list of keywords, as in Healthchecks. */
export const KEYWORDS_LENGTH_MAX = 200;

export const ACCEPTED_METHODS = ['any', 'POST'] as const;
export const OTHERWISE = ['ignore', 'fail'] as const;

/** Settings that determine the type of a ping from its text, as in Healthchecks. Keywords are separated by commas. */
export interface PingFilter {
  /** `POST`: requests with another method are ignored. Emails always count. */
  readonly methods: (typeof ACCEPTED_METHODS)[number];
  readonly searchSubject: boolean;
  readonly searchEmailBody: boolean;
  readonly searchHTTPBody: boolean;
  readonly startKeywords: string;
  readonly successKeywords: string;
  readonly failureKeywords: string;
  /** Effect of a ping without any of the keywords. */
  readonly otherwise: (typeof OTHERWISE)[number];
}

/** A filter that changes no ping's type. Rules contain null instead of this filter. */
export const NO_FILTER: PingFilter = {
  methods: 'any',
  searchSubject: false,
  searchEmailBody: false,
  searchHTTPBody: false,
  startKeywords: '',
  successKeywords: '',
  failureKeywords: '',
  otherwise: 'ignore',
};
