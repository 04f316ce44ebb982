import { z } from 'zod'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets/secrets'

/**
 * Tells a browser in which an account has signed in from one of which nothing is known. It opens nothing: attempts from
 * it are counted apart, so that what others try on the same name or behind the same proxy does not delay its user.
 */
export const deviceCookie = 'vermilion_device'
export const deviceCookieLife = 365 * 24 * 3_600_000

const device = z.object({ device: z.string(), accountId: z.string() })

export function createDevices(secrets: Secrets) {
  return {
    /** The id of the device, where the cookie is ours and speaks of the account. */
    known(cookie: string | undefined, accountId: string): string | undefined {
      if (cookie === undefined) return undefined
      try {
        const zodSafeParseResult = device.safeParse(JSON.parse(secrets.open(cookie)))
        return zodSafeParseResult.success && zodSafeParseResult.data.accountId === accountId
          ? zodSafeParseResult.data.device
          : undefined
      } catch {
        return undefined
      }
    },
    cookieOf: (accountId: string) => secrets.seal(JSON.stringify({ device: newId(), accountId })),
  }
}

export type Devices = ReturnType<typeof createDevices>
