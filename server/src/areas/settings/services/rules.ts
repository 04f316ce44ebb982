import { fail } from '@vermilion/contract/kernel/errors'
import { secretField, serviceOrigin, type ServiceKind } from '@vermilion/contract/services/kinds'
import type { OpenSettings } from './store.ts'

/** What was entered of a service, taken apart: what everybody may see, and the secret. */
export interface SplitSettings {
  readonly settings: OpenSettings
  /** Undefined where none was entered, null where it is to be removed. */
  readonly secret: string | null | undefined
}

export function split(kind: ServiceKind, draft: object): SplitSettings {
  const { name } = secretField(kind)
  const { [name]: secret, ...settings } = draft as OpenSettings & Record<string, string | null | undefined>
  return { settings, secret }
}

/** The settings with the secret in its place. */
export function join<Settings>(kind: ServiceKind, settings: OpenSettings, secret: string | null): Settings {
  return { ...settings, [secretField(kind).name]: secret } as Settings
}

/**
 * Whether the stored secret stays, for a service that is entered anew. It never goes where it was not entered for: who
 * may change an address could otherwise read it off at a host of their own. Fails as `service.secret-again`.
 */
export function keepsSecret(
  kind: ServiceKind,
  draft: SplitSettings,
  stored: { settings: OpenSettings; hasSecret: boolean } | undefined,
): boolean {
  if (draft.secret !== undefined || stored?.hasSecret !== true) return false
  if (serviceOrigin(kind, draft.settings) === serviceOrigin(kind, stored.settings)) return true
  throw fail('service.secret-again', { origin: serviceOrigin(kind, draft.settings) })
}

/** Fails as `service.secret-missing` where the kind cannot do without one. */
export function checkSecret(kind: ServiceKind, hasSecret: boolean): void {
  if (secretField(kind).required && !hasSecret) throw fail('service.secret-missing')
}
