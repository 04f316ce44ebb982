import type { Account } from '@vermilion/contract/accounts'
import { mediaCookie } from '#platform/http/authentication'
import type { Call } from '#platform/http/handler'
import { mediaValue } from '../credentials/tokens.ts'
import type { SessionTimes } from '../rules.ts'
import { deviceCookie, deviceCookieLife, type Devices } from './devices.ts'

type AnsweredCall = Pick<Call, 'request' | 'reply'>

/** The cookie is for this server only and hidden from scripts; it requires TLS only when the request used it. */
export function setCookie({ request, reply }: AnsweredCall, name: string, value: string, life: number): void {
  const secure = request.protocol === 'https'
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: life / 1_000 })
}

/** Lets the browser ask for pictures, and knows it at its next sign-in. */
export function rememberBrowser(
  call: AnsweredCall,
  { devices, times }: { devices: Devices; times: SessionTimes },
  { token, account }: { token: string; account: Account },
): void {
  setCookie(call, mediaCookie, mediaValue(token), times.life)
  if (devices.known(call.request.cookies[deviceCookie], account.id) === undefined)
    setCookie(call, deviceCookie, devices.cookieOf(account.id), deviceCookieLife)
}
