import { fail } from '@vermilion/contract/kernel/errors'
import { secretField, serviceOrigin, type ServiceKind } from '@vermilion/contract/services/kinds'
import type { OpenSettings } from './store.ts'

/** A service's entered settings, separated into public part and secret. */
export interface SplitSettings {
  readonly settings: OpenSettings
  /** Undefined when none was entered, null to remove it. */
  readonly secret: string | null | undefined
}

export function split(kind: ServiceKind, draft: object): SplitSettings {
  const { name } = secretField(kind)
  const { [name]: secret, ...settings } = draft as OpenSettings & Record<string, string | null | undefined>
  return { settings, secret }
}

/** The settings with the secret in its field. */
export function join<Settings>(kind: ServiceKind, settings: OpenSettings, secret: string | null): Settings {
  return { ...settings, [secretField(kind).name]: secret } as Settings
}

/**
 * True when the stored secret stays after an edit. It is never sent to an address that it was not entered for: whoever changes
 * the address could otherwise read it at a host of their own. Fails with `service.secret-again`.
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

/** Fails with `service.secret-missing` when the kind requires one. */
export function checkSecret(kind: ServiceKind, hasSecret: boolean): void {
  if (secretField(kind).required && !hasSecret) throw fail('service.secret-missing')
}
