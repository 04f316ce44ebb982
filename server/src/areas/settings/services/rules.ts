import { fail } from '@vermilion/contract/kernel/errors'
import { secretField, serviceOrigin, type ServiceKind } from '@vermilion/contract/services/kinds'
import type { OpenSettings } from './store.ts'

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

export function join<Settings>(kind: ServiceKind, settings: OpenSettings, secret: string | null): Settings {
  return { ...settings, [secretField(kind).name]: secret } as Settings
}

/**
 * A secret is never sent to an address that it was not entered for: whoever changes the address could read it at a host of their
 * own. Fails with `service.secret-again`.
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

export function checkSecret(kind: ServiceKind, hasSecret: boolean): void {
  if (secretField(kind).required && !hasSecret) throw fail('service.secret-missing')
}
