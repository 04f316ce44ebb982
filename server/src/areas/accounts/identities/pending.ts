import { fail } from '@vermilion/contract/kernel/errors'
import type { Platform } from '#platform/platform'
import type { Checks } from './provider.ts'

/** What a browser has to show that comes back from the provider: that it left from here, not long ago, and for what. */
export const pendingCookie = 'vermilion_identity'
export const pendingLife = 600_000

interface Departure extends Checks {
  readonly at: number
  /** Who links an identity; absent for a sign-in. */
  readonly accountId?: string | undefined
}

export function createPending({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>) {
  return {
    cookieOf: (checks: Checks, accountId?: string): string =>
      secrets.seal(JSON.stringify({ ...checks, at: clock.now(), accountId } satisfies Departure)),
    /** The query as parameters, and what to check it against. Fails with `identity.expired`. */
    read(query: string, cookie = '', accountId?: string): [parameters: URLSearchParams, checks: Checks] {
      const parameters = new URLSearchParams(query)
      const departure = open(cookie)
      const isOurs = departure?.state === parameters.get('state') && departure.accountId === accountId
      if (isOurs && Math.abs(clock.now() - departure.at) <= pendingLife) return [parameters, departure]
      throw fail('identity.expired')
    },
  }

  /** Only this server can have sealed it. */
  function open(cookie: string): Departure | undefined {
    try {
      return JSON.parse(secrets.open(cookie)) as Departure
    } catch {
      return undefined
    }
  }
}
