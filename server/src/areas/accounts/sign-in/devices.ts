import { z } from 'zod'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets/secrets'

/**
 * Identifies a browser that has signed in before: its attempts are counted apart, so attacks on the name do not delay its user.
 * It authenticates nothing.
 */
export const deviceCookie = 'vermilion_device'
export const deviceCookieLife = 365 * 24 * 3_600_000

const device = z.object({ device: z.string(), accountId: z.string() })

export function createDevices(secrets: Secrets) {
  return {
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
