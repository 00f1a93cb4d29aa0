import type { FoundInAnyTeam } from '../../database/resources/contract.ts';

/**
 * A Healthchecks ID that stays valid in a project: the UUID of an integration, the key of a check's badge, or the address of a
 * tag's badge (`*` for all checks).
 */
export type LegacyID = { readonly projectID: number; readonly value: string } & (
  | { readonly kind: 'channel'; readonly channelShortID: string }
  | { readonly kind: 'check_badge'; readonly monitorShortID: string }
  | { readonly kind: 'tag_badge'; readonly tag: string }
);

export type LegacyBadge =
  | { readonly kind: 'check_badge'; readonly teamID: string; readonly monitorShortID: string }
  | {
      readonly kind: 'tag_badge';
      readonly teamID: string;
      readonly projectShortID: string;
      readonly tag: string;
    };

/** IDs of another service that an import stored and that stay valid. */
export interface LegacyIDStore {
  /** Finds badges by key or address. Knowing the key or address grants access. */
  readonly legacyIDs: FoundInAnyTeam<LegacyBadge> & {
    /** UUIDs of channels in a project, with the short IDs of the channels, oldest first. */
    listChannelUUIDs(
      projectID: number,
    ): Promise<readonly { readonly uuid: string; readonly shortID: string }[]>;
  };
}
