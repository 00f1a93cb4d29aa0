import type { Schema } from '../../database/schema.ts';

export interface CopiedTable {
  readonly name: keyof Schema;
  readonly key: readonly string[];
}

/**
 * All tables of an installation. Each table comes after the tables that it refers to. Excludes tables about running processes.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: 'users', key: ['id'] },
  { name: 'accounts', key: ['id'] },
  { name: 'sessions', key: ['id'] },
  { name: 'passkeys', key: ['id'] },
  { name: 'two_factors', key: ['id'] },
  { name: 'verifications', key: ['id'] },
  { name: 'known_browsers', key: ['id'] },
  { name: 'push_devices', key: ['id'] },
  { name: 'sign_in_attempts', key: ['key'] },
  { name: 'first_setup', key: ['id'] },
  { name: 'key_check', key: ['id'] },
  { name: 'teams', key: ['id'] },
  { name: 'members', key: ['id'] },
  { name: 'api_tokens', key: ['id'] },
  { name: 'device_authorizations', key: ['token_hash'] },
  { name: 'invitations', key: ['id'] },
  { name: 'audit_log', key: ['id'] },
  { name: 'projects', key: ['id'] },
  { name: 'project_keys', key: ['id'] },
  { name: 'monitors', key: ['id'] },
  { name: 'monitor_states', key: ['monitor_id'] },
  { name: 'pings_set_aside', key: ['id'] },
  { name: 'forwarding', key: ['monitor_id'] },
  { name: 'events', key: ['monitor_id', 'number'] },
  { name: 'event_bodies', key: ['monitor_id', 'number'] },
  { name: 'runs', key: ['monitor_id', 'seq'] },
  { name: 'team_run_counts', key: ['team_id', 'quarter', 'shard'] },
  { name: 'pruned_run_counts', key: ['monitor_id', 'day'] },
  { name: 'transitions', key: ['id'] },
  { name: 'blind_windows', key: ['id'] },
  { name: 'watch', key: ['id'] },
  { name: 'incidents', key: ['id'] },
  { name: 'incident_notes', key: ['id'] },
  { name: 'outbox', key: ['id'] },
  { name: 'channels', key: ['id'] },
  { name: 'legacy_ids', key: ['id'] },
  { name: 'deliveries', key: ['id'] },
  { name: 'delivery_items', key: ['delivery_id', 'outbox_id'] },
  { name: 'delivery_attempts', key: ['id'] },
  { name: 'maintenance_windows', key: ['id'] },
  { name: 'escalation_policies', key: ['id'] },
  { name: 'on_call_schedules', key: ['id'] },
  { name: 'on_call_overrides', key: ['id'] },
  { name: 'on_call_contacts', key: ['id'] },
  { name: 'saved_views', key: ['id'] },
  { name: 'reports', key: ['team_id', 'period', 'from_at'] },
  { name: 'shares', key: ['id'] },
  { name: 'managed_resources', key: ['id'] },
];
