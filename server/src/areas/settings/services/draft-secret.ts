import { fail } from '@vermilion/contract/kernel/errors'
import type { ServiceKind } from '@vermilion/contract/services/kinds'
import type { ServiceTrial } from '@vermilion/contract/services'
import type { Secrets } from '#platform/secrets/secrets'
import { checkSecret, keepsSecret, split } from './rules.ts'
import type { SplitSettings } from './rules.ts'
import type { SourcedService } from './service-sources.ts'

export function sealedDraft(
  draft: ServiceTrial,
  stored: SourcedService | undefined,
  secrets: Pick<Secrets, 'seal'>,
): { settings: SourcedService['settings']; secret: string | null } {
  const draftSettings = split(draft.kind, draft.settings)
  const secret = secretOf(draft.kind, draftSettings, stored)
  return { settings: draftSettings.settings, secret: secret === null ? null : secrets.seal(secret) }
}

/** The entered secret, or the stored one if it may stay. */
export function secretOf(kind: ServiceKind, draft: SplitSettings, stored: SourcedService | undefined): string | null {
  if (stored !== undefined && stored.kind !== kind) throw fail('request.invalid', { detail: `kind: ${stored.kind}` })
  const previous = stored && { settings: stored.settings, hasSecret: stored.secretSet }
  const secret = keepsSecret(kind, draft, previous) ? (stored?.secret() ?? null) : (draft.secret ?? null)
  checkSecret(kind, secret !== null)
  return secret
}
