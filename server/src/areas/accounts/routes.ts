import { accountEndpoints } from '@vermilion/contract/accounts'
import type { Credentials } from '@vermilion/contract/accounts'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Audit } from '#platform/audit/audit'
import { bearerToken, mediaCookie } from '#platform/http/authentication'
import { callerOf } from '#platform/http/audited'
import type { Call, Handlers } from '#platform/http/handler'
import { rememberBrowser, setCookie } from './sign-in/cookies.ts'
import { deviceCookie } from './sign-in/devices.ts'
import type { AccountService } from './service.ts'
import { mediaValue } from './credentials/tokens.ts'

/** Refused sign-ins that the audit log records. */
const refusals: readonly string[] = ['login.invalid', 'login.disabled', 'login.passwords-closed']

export function accountRoutes(accounts: AccountService, audit: Audit): Handlers<typeof accountEndpoints> {
  const { sessions, accessTokens, times } = accounts

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
      rememberBrowser(call, accounts, signedIn)
      return signedIn
    },
    logout: {
      transaction: 'own',
      inMemory: true,
      async handle({ account, credential, request, reply }) {
        const address = await accounts.identities.signOutAddress(credential.id, accounts.returnAddress(request))
        // The caller gets its response before its open streams end.
        const answered = (then: () => void) => void reply.raw.once('close', then)
        await accounts.signOut(account.id, credential.id, answered)
        reply.clearCookie(mediaCookie, { path: '/' })
        return { address }
      },
    },
    me(call) {
      const token = bearerToken(call.request)
      if (token !== undefined && call.credential.kind === 'session')
        setCookie(call, mediaCookie, mediaValue(token), times.life)
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
