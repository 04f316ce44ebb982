import { fail } from '@vermilion/contract/kernel/errors'
import { z } from 'zod'
import type { Clock } from '#platform/clock'
import type { Secrets } from '#platform/secrets/secrets'
import type { Checks } from './provider.ts'

/** What a browser has to show that comes back from the provider: that it left from here, not long ago, and for what. */
export const pendingCookie = 'vermilion_identity'
export const pendingLife = 600_000

const pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnAddress: z.string(),
  startedAt: z.number(),
  /** Who links an identity; absent for a sign-in. */
  accountId: z.string().optional(),
})

export function createPending({ secrets, clock }: { secrets: Secrets; clock: Clock }) {
  return {
    cookieOf: (checks: Checks, accountId?: string): string =>
      secrets.seal(JSON.stringify({ ...checks, startedAt: clock.now(), accountId })),
    /** The query as parameters, and what to check it against. Fails with `identity.expired`. */
    read(query: string, cookie: string | undefined, accountId?: string): [parameters: URLSearchParams, checks: Checks] {
      const parameters = new URLSearchParams(query)
      const departure = pending.safeParse(opened(cookie ?? '')).data
      const isOurs = departure?.state === parameters.get('state') && departure.accountId === accountId
      const age = clock.now() - (departure?.startedAt ?? 0)
      if (departure === undefined || !isOurs || age < 0 || age > pendingLife) throw fail('identity.expired')
      return [parameters, departure]
    },
  }

  function opened(cookie: string): unknown {
    try {
      return JSON.parse(secrets.open(cookie))
    } catch {
      return undefined
    }
  }
}
