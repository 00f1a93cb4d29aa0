import { chunks } from '@overdue/domain/chunks.ts';
import { CHANGE_KINDS, type ChangeKind } from '../database/change-feed.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Changes } from './changes.ts';
import type { LiveStore } from './contract.ts';

/** How long an announcement of listeners remains valid. */
const LISTENS_MS = 30_000;
/** Maximum team IDs and monitor IDs per message, because PostgreSQL limits messages to 8000 bytes. */
const TEAMS_PER_MESSAGE = 150;
const MONITORS_PER_MESSAGE = 400;
/** Maximum messages about one team per group of changes. Changes that don't fit are found by the receiver's next full check. */
const MESSAGES_MAX = 20;

/** Exchanges changes with other processes. Messages may be lost, so receivers also check the database. */
export interface Nodes {
  /** Handles a message from any process, including this one. */
  receive(message: string): void;
  /** Whether another process has listeners for this team. */
  listensTo(teamID: string): boolean;
  listens(): boolean;
  /** Notifies other processes that this process has listeners for these teams. */
  announce(teamIDs: readonly string[]): void;
  sendChanges(teamID: string, changes: Changes): void;
  announceAccessChange(): void;
}

export function createNodes(options: {
  readonly store: Pick<LiveStore, 'publish'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Epoch of this process. Messages with this epoch are the process's own and are ignored. */
  readonly epoch: string;
  readonly onChanges: (teamID: string, changes: Changes) => void;
  readonly onAccess: () => void;
}): Nodes {
  const { store, clock, epoch, onChanges, onAccess } = options;
  const listenedUntil = new Map<string, number>();

  function isLive(until: number | undefined): boolean {
    return until !== undefined && until > clock.monotonic();
  }

  function listensAnywhere(): boolean {
    for (const [teamID, until] of listenedUntil) {
      if (isLive(until)) return true;
      listenedUntil.delete(teamID);
    }
    return false;
  }

  function receive(text: string): void {
    const message = parseMessage(text);
    if (message === null || message.from === epoch) return;
    const until = clock.monotonic() + LISTENS_MS;
    for (const teamID of message.listens) listenedUntil.set(teamID, until);
    if (message.team !== null) onChanges(message.team, message.changes);
    if (message.access) onAccess();
  }

  return {
    receive,
    listensTo: (teamID) => isLive(listenedUntil.get(teamID)),
    listens: listensAnywhere,
    announce(teamIDs) {
      for (const listens of chunks(teamIDs, TEAMS_PER_MESSAGE))
        store.publish(JSON.stringify({ from: epoch, listens }));
    },
    announceAccessChange() {
      if (listensAnywhere()) store.publish(JSON.stringify({ from: epoch, access: true }));
    },
    sendChanges(teamID, { monitorIDs, deleted, kinds }) {
      const about = { from: epoch, team: teamID };
      const messages = [
        ...Array.from(chunks([...monitorIDs], MONITORS_PER_MESSAGE), (ids) => ({ ...about, ids })),
        ...Array.from(chunks([...deleted], MONITORS_PER_MESSAGE), (deleted) => ({ ...about, deleted })),
        ...(kinds.size === 0 ? [] : [{ ...about, kinds: [...kinds] }]),
      ];
      for (const message of messages.slice(-MESSAGES_MAX)) store.publish(JSON.stringify(message));
    },
  };
}

interface Message {
  readonly from: string;
  readonly listens: readonly string[];
  readonly team: string | null;
  readonly changes: Changes;
  readonly access: boolean;
}

/** Parses a message; null if invalid. Other versions, or anyone with database access, may send invalid messages. */
function parseMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    if (
      typeof message !== 'object' ||
      message === null ||
      !('from' in message) ||
      typeof message.from !== 'string'
    )
      return null;
    return {
      from: message.from,
      listens: 'listens' in message ? listOf(message.listens, isText) : [],
      team: 'team' in message && isText(message.team) ? message.team : null,
      access: 'access' in message && message.access === true,
      changes: {
        monitorIDs: new Set('ids' in message ? listOf(message.ids, isID) : []),
        deleted: new Set('deleted' in message ? listOf(message.deleted, isText) : []),
        kinds: new Set('kinds' in message ? listOf(message.kinds, isKind) : []),
      },
    };
  } catch {
    return null;
  }
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isID(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isKind(value: unknown): value is ChangeKind {
  return CHANGE_KINDS.some((kind) => kind === value);
}
