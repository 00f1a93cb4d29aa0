import { createSocket } from 'node:dgram';
import { isIP, isIPv6 } from 'node:net';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import ipaddr from 'ipaddr.js';
import { oneLine, truncate } from '../../platform/outbound/text.ts';
import type { Random } from '../../platform/runtime/random.ts';
import type { CheckSettings } from '../settings.ts';
import { type TargetOf, writeHost } from '../target.ts';
import { type Attempt, CheckFailure, excerptOf, type ProbeTools, runAttempt } from './attempt.ts';
import { codeOf, connectFailure, connectTo, findAddresses } from './connect.ts';
import {
  type DNSAnswer,
  type DNSQuestion,
  type DNSRecord,
  decodeAnswer,
  encodeQuery,
  RECORD_TYPES,
  type RecordType,
} from './dns-message.ts';

/** Asks one resolver for the records of one name, and compares the answer with the expected values. */

const PORT = 53;
/** Time after which a query over UDP is sent again, because the network may have lost a packet. */
const RESEND_MS = 2000;
/** Maximum packets on one UDP socket that are not the answer. */
const STRAY_PACKETS_MAX = 100;
/** Maximum resolvers of the system that one check tries. */
const SYSTEM_RESOLVERS_MAX = 4;
const ALIASES_MAX = 16;

export interface DNSTools extends ProbeTools {
  readonly random: Pick<Random, 'bytes'>;
  /** Returns the resolvers of the system, as `getServers` of `node:dns` does. */
  readonly systemResolvers: () => readonly string[];
}

type DNSSettings = CheckSettings<'dns'>;

export function probeDNS(
  { host }: TargetOf<'dns'>,
  settings: DNSSettings,
  tools: DNSTools,
): Promise<CheckAttempt> {
  const question: DNSQuestion = { name: host, type: settings.type };
  return runAttempt(tools, settings, async (attempt) => {
    const servers = await findServers(attempt, { question, settings, tools });
    const answer = await askInTurn(attempt, servers, { question, settings, tools });
    if (settings.resolver === null) refusePrivateAnswer(answer, tools);
    attempt.report.excerpt = excerptOf(linesOf(answer).join('\n'), []);
    judge(answer, question, settings);
    return null;
  });
}

interface Check {
  readonly question: DNSQuestion;
  readonly settings: DNSSettings;
  readonly tools: DNSTools;
}

interface Server {
  readonly address: string;
  readonly port: number;
}

/** Resolvers of the system are the operator's, so their addresses are not checked. Questions and answers are. */
async function findServers(
  attempt: Attempt,
  { question, settings, tools }: Check,
): Promise<readonly Server[]> {
  if (settings.resolver === null) {
    const asked = question.type === 'PTR' ? addressOfReverseName(question.name) : null;
    if (asked !== null && !tools.isAllowed(asked, PORT)) throw privateAnswer();
    return tools
      .systemResolvers()
      .slice(0, SYSTEM_RESOLVERS_MAX)
      .map((written) => parseServer(written));
  }
  const { address: host, port } = parseServer(settings.resolver);
  const addresses = await findAddresses(attempt, { host, port, family: settings.family });
  return addresses.map(({ address }) => ({ address, port }));
}

/** Parses a host with an optional port: `ns.example.com`, `9.9.9.9:5353`, `::1`, `[::1]:5353`. */
function parseServer(written: string): Server {
  const [, host = written, port] = /^(.*):(\d{1,5})$/.exec(isIP(written) === 0 ? written : '') ?? [];
  return { address: host.replace(/^\[|\]$/g, ''), port: port === undefined ? PORT : Number(port) };
}

/** Returns the address for which a name of a reverse zone stands; null for other names. */
function addressOfReverseName(name: string): string | null {
  const v4 = /^((?:\d{1,3}\.){4})in-addr\.arpa$/.exec(name)?.[1];
  if (v4 !== undefined) return v4.slice(0, -1).split('.').toReversed().join('.');
  const v6 = /^((?:[\da-f]\.){32})ip6\.arpa$/.exec(name)?.[1];
  if (v6 === undefined) return null;
  const digits = [...v6.replaceAll('.', '')].toReversed().join('');
  return ipaddr.fromByteArray([...Buffer.from(digits, 'hex')]).toString();
}

/** Otherwise anybody could list the private network by the resolver of the operator. */
function refusePrivateAnswer({ records }: DNSAnswer, { isAllowed }: DNSTools): void {
  for (const { type, value } of records)
    if ((type === 'A' || type === 'AAAA') && !isAllowed(value, PORT)) throw privateAnswer();
}

function privateAnswer(): CheckFailure {
  return new CheckFailure(
    'address_refused',
    'Overdue does not ask its own resolver about private addresses. Choose a public resolver. The operator can allow private addresses with CHECK_ADDRESSES.',
  );
}

/** Asks one server after another until one answers. Each has an equal part of the remaining time. */
async function askInTurn(attempt: Attempt, servers: readonly Server[], check: Check): Promise<DNSAnswer> {
  const failures: CheckFailure[] = [];
  for (const [index, server] of servers.entries()) {
    attempt.report.address = server.address;
    attempt.report.family = isIPv6(server.address) ? 6 : 4;
    const waitMs = attempt.remainingMs() / (servers.length - index);
    try {
      return await askServer(attempt, { ...server, others: servers.length - 1 - index, waitMs }, check);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      failures.push(error);
    }
  }
  const [last] = failures.slice(-1);
  if (last === undefined)
    throw new CheckFailure('dns_failed', 'The machine of Overdue has no resolver. Choose one.', 'unknown');
  throw failures.length === 1
    ? last
    : new CheckFailure(last.code, failures.map(({ message }) => message).join(' '), last.outcome);
}

interface AskedServer extends Server {
  readonly others: number;
  readonly waitMs: number;
}

async function askServer(
  attempt: Attempt,
  server: AskedServer,
  { question, settings, tools }: Check,
): Promise<DNSAnswer> {
  const asked = (isExtended: boolean, transport: DNSSettings['transport']) =>
    ask(attempt, server, {
      question,
      isExtended,
      transport,
      id: Buffer.from(tools.random.bytes(2)).readUInt16BE(),
    });
  const { transport } = settings;
  const first = await asked(true, transport);
  // Servers that don't know EDNS refuse such queries (RFC 6891, 7).
  const isExtended = first.rcode === settings.rcode || !['FORMERR', 'NOTIMP'].includes(first.rcode);
  const answer = isExtended ? first : await asked(false, transport);
  if (!answer.isTruncated) return answer;
  const whole = transport === 'tcp' ? answer : await asked(isExtended, 'tcp');
  if (!whole.isTruncated) return whole;
  throw new CheckFailure('dns_failed', `${named(server)} truncated its answer, even over TCP.`);
}

interface Query {
  readonly id: number;
  readonly question: DNSQuestion;
  readonly isExtended: boolean;
  readonly transport: DNSSettings['transport'];
}

async function ask(attempt: Attempt, server: AskedServer, query: Query): Promise<DNSAnswer> {
  const bytes = encodeQuery(query.id, query.question, query);
  const read = (received: Buffer) => {
    const answer = decodeAnswer(received);
    return answer?.id === query.id && isAbout(answer, query.question) ? answer : null;
  };
  return query.transport === 'tcp'
    ? askByTCP(attempt, server, { bytes, read })
    : attempt.step('firstByte', () => askByUDP(attempt, server, { bytes, read }));
}

/** An answer without a question counts only if it is an error. */
function isAbout({ question, rcode }: DNSAnswer, { name, type }: DNSQuestion): boolean {
  if (question === null) return rcode !== 'NOERROR' && rcode !== 'NXDOMAIN';
  return question.name === name && question.type === RECORD_TYPES[type];
}

interface Packet {
  readonly bytes: Buffer;
  /** Returns the answer to this query; null for anything else. */
  readonly read: (received: Buffer) => DNSAnswer | null;
}

function named({ address, port }: Server): string {
  return `${writeHost(address)}:${port}`;
}

function silence(server: Server): CheckFailure {
  return new CheckFailure('response_timeout', `${named(server)} did not answer in time.`, 'timed_out');
}

function stray(server: Server): CheckFailure {
  return new CheckFailure('dns_failed', `${named(server)} sent no valid answer to the query.`);
}

/** The socket is connected, so the system drops packets from other addresses. */
function askByUDP(attempt: Attempt, server: AskedServer, { bytes, read }: Packet): Promise<DNSAnswer> {
  const { clock } = attempt.tools;
  const { promise, resolve, reject } = Promise.withResolvers<DNSAnswer>();
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
  let strays = 0;
  let isOpen = true;
  let cancelResend = () => {};
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    cancelTimeout();
    cancelResend();
    socket.close();
  };
  const cancelTimeout = clock.after(server.waitMs, () => {
    close();
    reject(silence(server));
  });
  const send = (): void => {
    if (!isOpen) return;
    socket.send(bytes);
    cancelResend = clock.after(RESEND_MS, send);
  };
  attempt.own({ destroy: close });
  socket.on('message', (received) => {
    const answer = read(received);
    if (answer === null && ++strays < STRAY_PACKETS_MAX) return;
    close();
    if (answer === null) reject(stray(server));
    else resolve(answer);
  });
  socket.on('error', (error) => {
    close();
    reject(connectFailure(named(server), codeOf(error)));
  });
  socket.connect(server.port, server.address, send);
  return promise;
}

async function askByTCP(attempt: Attempt, server: AskedServer, { bytes, read }: Packet): Promise<DNSAnswer> {
  const { clock } = attempt.tools;
  const family = isIPv6(server.address) ? 6 : 4;
  const socket = await attempt.step('connect', () => connectTo(attempt, { ...server, family }));
  return attempt.step('firstByte', () => {
    const { promise, resolve, reject } = Promise.withResolvers<DNSAnswer>();
    const cancelTimeout = clock.after(server.waitMs, () => reject(silence(server)));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    let size: number | null = null;
    socket.on('readable', () => {
      const head: Buffer | null = size === null ? socket.read(2) : null;
      size ??= head?.readUInt16BE() ?? null;
      const received: Buffer | null = size === null ? null : socket.read(size);
      if (received === null && size !== 0) return;
      const answer = received === null ? null : read(received);
      if (answer === null) reject(stray(server));
      else resolve(answer);
    });
    socket.on('error', (error) => reject(connectFailure(named(server), codeOf(error))));
    socket.on('end', () =>
      reject(
        new CheckFailure('response_closed', `${named(server)} closed the connection without an answer.`),
      ),
    );
    socket.write(Buffer.concat([length, bytes]));
    return promise.finally(() => {
      cancelTimeout();
      socket.destroy();
    });
  });
}

function judge(answer: DNSAnswer, question: DNSQuestion, { rcode, values, match }: DNSSettings): void {
  if (answer.rcode !== rcode)
    throw new CheckFailure('dns_rcode', `The resolver answered ${answer.rcode} instead of ${rcode}.`);
  if (rcode !== 'NOERROR') return;
  const found = recordsAtEndOfAliases(answer.records, question);
  if (found === null) throw new CheckFailure('dns_failed', 'The aliases in the answer form a loop.');
  const problem = compare(found, values, { type: question.type, match });
  if (problem !== null) throw new CheckFailure('dns_values', problem);
}

/** Follows the aliases (CNAME) in an answer. Returns null if they don't end. */
function recordsAtEndOfAliases(
  records: readonly DNSRecord[],
  { name, type }: DNSQuestion,
): readonly DNSRecord[] | null {
  const aliases = new Map(
    records.filter((record) => record.type === 'CNAME').map((record) => [record.name, record.value]),
  );
  let end = name;
  for (let followed = 0; followed <= ALIASES_MAX; followed += 1) {
    const found = records.filter((record) => record.name === end && record.type === type);
    const next = aliases.get(end);
    if (found.length > 0 || next === undefined) return found;
    end = next;
  }
  return null;
}

/** Returns what is wrong with the records that were found; null if they are as expected. */
function compare(
  found: readonly DNSRecord[],
  expected: readonly string[],
  { type, match }: Pick<DNSSettings, 'type' | 'match'>,
): string | null {
  if (found.length === 0) return `The answer has no record of the type ${type}.`;
  if (expected.length === 0) return null;
  const all = new Set(found.flatMap(spellingsOf));
  const wanted = expected.map((value) => ({ value, spelling: normalized(value, type) }));
  const missing = wanted.filter(({ spelling }) => !all.has(spelling));
  if (match === 'any')
    return missing.length < wanted.length ? null : 'The answer has none of the expected values.';
  const [first] = missing;
  if (first !== undefined) return `The answer lacks the value ${shown(first.value)}.`;
  if (match === 'all') return null;
  const known = new Set(wanted.map(({ spelling }) => spelling));
  const extra = found.find((record) => !spellingsOf(record).some((spelling) => known.has(spelling)));
  return extra === undefined ? null : `The answer also has the value ${shown(extra.value)}.`;
}

function shown(value: string): string {
  return truncate(oneLine(value), 200);
}

/** A record with numbers also matches without them: `mail.example.com` for `10 mail.example.com`. */
function spellingsOf({ type, value, target }: DNSRecord): readonly string[] {
  return [value, target ?? value].map((text) => normalized(text, type));
}

function normalized(value: string, type: RecordType): string {
  if (type === 'TXT') return value;
  if (type === 'CAA') return value.replaceAll('"', '');
  if (type === 'AAAA' && isIPv6(value)) return ipaddr.parse(value).toString();
  return value
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (word === '.' ? word : word.replace(/\.$/, '')))
    .join(' ');
}

function linesOf({ rcode, records }: DNSAnswer): readonly string[] {
  return [rcode, ...records.map(({ name, type, value }) => `${name} ${type} ${value}`)];
}
