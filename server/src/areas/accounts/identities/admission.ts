import { Failure } from '@vermilion/contract/kernel/errors'
import type { OidcSettings } from '../../../config/oidc.ts'
import { requireClearName } from '../people/names.ts'
import { nameKey } from '../rules.ts'
import type { Claims } from './provider.ts'

const maxUsernameLength = 50
/** Of what makes a username unique, such as `-2`. */
const maxNumberLength = 6
const maxShownLength = 200

/** Each list that is not empty has to be met. */
export function isAdmitted(claims: Claims, { groups, groupsClaim, domains }: OidcSettings): boolean {
  const own = ([] as unknown[]).concat(claims[groupsClaim] ?? [])
  const isInGroup = groups.length === 0 || groups.some((group) => own.includes(group))
  return isInGroup && (domains.length === 0 || domains.some((domain) => isOfDomain(claims, domain)))
}

/** `hd` is how Google says which organization an account belongs to; an address may be that of anybody unless confirmed. */
function isOfDomain(claims: Claims, domain: string): boolean {
  const address = confirmedEmail(claims)
  return claims['hd'] === domain || address?.toLowerCase().endsWith(`@${domain}`) === true
}

export function confirmedEmail(claims: Claims): string | undefined {
  return claims['email_verified'] === true ? textOf(claims['email']) : undefined
}

/** A name by which people recognize an identity. */
export function shownName(claims: Claims): string {
  const name = textOf(claims['preferred_username']) ?? textOf(claims['email']) ?? textOf(claims['name']) ?? claims.sub
  return name.slice(0, maxShownLength)
}

/** A name for a new account that no other is taken for: what the provider calls somebody, or that with a number. */
export async function freeUsername(claims: Claims, others: readonly string[]): Promise<string> {
  const used = new Set(others.map(nameKey))
  const isFree = async (name: string) => !used.has(nameKey(name)) && (await isClear(name, others))
  const wished = plain(textOf(claims['preferred_username']) ?? confirmedEmail(claims)?.split('@')[0] ?? '')
  const base = (await isClear(wished, [])) ? wished : plain(wished.replaceAll(/[^\x20-\x7e]/g, ''))
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (await isFree(name)) return name
  }
}

/** Without what a name may not hold, and with room for a number. */
function plain(text: string): string {
  const start = text
    .normalize('NFKC')
    .trim()
    .slice(0, maxUsernameLength - maxNumberLength)
  return start.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'user'
}

async function isClear(name: string, others: readonly string[]): Promise<boolean> {
  try {
    await requireClearName(name, others)
    return true
  } catch (refusal) {
    if (refusal instanceof Failure) return false
    throw refusal
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
