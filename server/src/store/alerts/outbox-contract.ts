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
  /** When it was decided who is told of it; null while that is to come. */
  readonly plannedAt: number | null;
}

export interface OutboxStore {
  /** Oldest first, after an ID. */
  listOutbox(afterID: number, limit: number): Promise<readonly OutboxRow[]>;
}
