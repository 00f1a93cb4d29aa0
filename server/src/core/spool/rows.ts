import { PING_METHODS, PING_TYPES } from '@overdue/domain/ping/ping.ts';
import { parseTexts, requireOneOf } from '../../database/rows.ts';
import type { SpooledPing } from './contract.ts';

export interface PingRow {
  readonly epoch: string;
  readonly ticket: number;
  readonly normalized_ping_id: string;
  readonly at: number;
  readonly happened_at: number | null;
  readonly type: string;
  readonly rid: string | null;
  readonly new_run_id: string | null;
  readonly duration_ms: number | null;
  readonly warnings: string;
  readonly method: string;
  readonly user_agent: string;
  readonly remote_address: string;
  readonly exit_status: number | null;
  readonly body: Uint8Array | null;
  readonly team_id: string | null;
}

export function pingRow({
  epoch,
  ticket,
  normalizedPingID,
  teamID = null,
  command,
  request,
}: SpooledPing): PingRow {
  return {
    epoch,
    ticket,
    normalized_ping_id: normalizedPingID,
    at: command.at,
    happened_at: command.happenedAt ?? null,
    type: command.type,
    rid: command.rid,
    new_run_id: command.newRunID ?? null,
    duration_ms: command.durationMs,
    warnings: JSON.stringify(command.warnings),
    method: request.method,
    user_agent: request.userAgent,
    remote_address: request.remoteAddress,
    exit_status: request.exitStatus,
    body: request.body ?? request.form ?? null,
    team_id: teamID,
  };
}

/** Null if the row is damaged, so that it doesn't block later rows. */
export function parsePing(row: PingRow): SpooledPing | null {
  try {
    return {
      epoch: row.epoch,
      ticket: row.ticket,
      normalizedPingID: row.normalized_ping_id,
      ...(row.team_id === null ? {} : { teamID: row.team_id }),
      command: {
        kind: 'ping',
        at: row.at,
        type: requireOneOf(PING_TYPES, row.type, 'pings.type'),
        rid: row.rid,
        durationMs: row.duration_ms,
        warnings: parseTexts(row.warnings, 'pings.warnings'),
        ...(row.happened_at === null ? {} : { happenedAt: row.happened_at }),
        ...(row.new_run_id === null ? {} : { newRunID: row.new_run_id }),
      },
      request: {
        method: requireOneOf(PING_METHODS, row.method, 'pings.method'),
        userAgent: row.user_agent,
        remoteAddress: row.remote_address,
        exitStatus: row.exit_status,
        body: row.body,
      },
    };
  } catch {
    return null;
  }
}
