import type { NoticeKind } from '../../domain/alert.ts';

export interface OutboxRow {
  readonly id: number;
  readonly teamID: string;
  readonly monitorID: number | null;
  readonly kind: NoticeKind;
  readonly transitionID: number | null;
  readonly blindWindowID: number | null;
  readonly incidentID: number | null;
  readonly createdAt: number;
  /** Time at which the row was planned; null while it waits. */
  readonly plannedAt: number | null;
}

export interface OutboxStore {
  /** Oldest first, after an ID. */
  listOutbox(afterID: number, limit: number): Promise<readonly OutboxRow[]>;
}
