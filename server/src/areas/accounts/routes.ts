import { accountEndpoints } from '@vermilion/contract/accounts'
import type { Credentials } from '@vermilion/contract/accounts'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Audit } from '#platform/audit/audit'
import { bearerToken, mediaCookie } from '#platform/http/authentication'
import { callerOf } from '#platform/http/audited'
import type { Call, Handlers } from '#platform/http/handler'
import { deviceCookie, deviceCookieLife } from './sign-in/devices.ts'
import type { AccountService } from './service.ts'
import { mediaValue } from './credentials/tokens.ts'

/** Refused sign-ins that the audit log records. */
const refusals: readonly string[] = ['login.invalid', 'login.disabled']

export function accountRoutes(accounts: AccountService, audit: Audit): Handlers<typeof accountEndpoints> {
  const { sessions, accessTokens, devices, times } = accounts
  const setMedia = (call: Pick<Call, 'request' | 'reply'>, token: string) =>
    setCookie(call, mediaCookie, mediaValue(token), times.life)

  /** Recorded under the account's own name: the input may be a password typed into the wrong field. */
  async function recordSignIn({ request, body }: Pick<Call, 'request'> & { body: Credentials }, error: string | null) {
    const account = await accounts.nameOf(body.username)
    await audit.record({ ...callerOf(request), account, endpoint: accountEndpoints.login, params: {}, error })
  }

  return {
    async login(call) {
      const { ip: address, headers, cookies } = call.request
      const device = cookies[deviceCookie]
      const signedIn = await accounts
        .signIn(call.body, { address, userAgent: headers['user-agent'], device })
        .catch(async (error: unknown) => {
          if (error instanceof Failure && refusals.includes(error.reason)) await recordSignIn(call, error.reason)
          throw error
        })
      await recordSignIn(call, null)
      setMedia(call, signedIn.token)
      if (devices.known(device, signedIn.account.id) === undefined)
        setCookie(call, deviceCookie, devices.cookieOf(signedIn.account.id), deviceCookieLife)
      return signedIn
    },
    async logout({ account, credential, reply }) {
      // The caller gets its response before its open streams end.
      const answered = (then: () => void) => void reply.raw.once('close', then)
      await sessions.end(account.id, credential.id, answered)
      reply.clearCookie(mediaCookie, { path: '/' })
    },
    me(call) {
      const token = bearerToken(call.request)
      if (token !== undefined && call.credential.kind === 'session') setMedia(call, token)
      return { ...call.account, scope: call.credential.scope }
    },
    changePassword: {
      transaction: 'own',
      handle: async (call) => ({ endedSessions: await accounts.changePassword(call, call.body) }),
    },
    listSessions: async ({ account, credential }) => ({ items: await sessions.list(account.id, credential.id) }),
    revokeSession: ({ account, params }) => sessions.end(account.id, params.sessionId),
    async revokeOtherSessions({ account, credential }) {
      return { endedSessions: await sessions.endOthers(account.id, credential.id) }
    },
    listAccessTokens: async ({ account }) => ({ items: await accessTokens.list(account.id) }),
    createAccessToken: {
      transaction: 'own',
      inMemory: true,
      handle: ({ account, body }) => accessTokens.create(account.id, body),
    },
    revokeAccessToken: ({ account, params }) => accessTokens.revoke(account.id, params.tokenId),
  }
}

/** The cookie is for this server only and hidden from scripts; it requires TLS only when the request used it. */
function setCookie({ request, reply }: Pick<Call, 'request' | 'reply'>, name: string, value: string, life: number) {
  const secure = request.protocol === 'https'
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: life / 1_000 })
}
