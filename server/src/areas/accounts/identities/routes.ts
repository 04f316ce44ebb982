import { identityEndpoints } from '@vermilion/contract/accounts/identities'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { Audit } from '#platform/audit/audit'
import { callerOf } from '#platform/http/audited'
import type { Call, Handlers } from '#platform/http/handler'
import type { AccountService } from '../service.ts'
import { rememberBrowser, setCookie } from '../sign-in/cookies.ts'
import { pendingCookie, pendingLife } from './pending.ts'

const { finishIdentitySignIn, endIdentitySessions, linkIdentity } = identityEndpoints
type AnyCall = Pick<Call, 'request' | 'reply'>

/** Refused sign-ins that the audit log records; the others are of nobody's account. */
const refusals: readonly string[] = ['login.disabled', 'identity.not-admitted', 'identity.provider-refused']

export function identityRoutes(accounts: AccountService, audit: Audit): Handlers<typeof identityEndpoints> {
  const { identities } = accounts
  const returnAddress = ({ request }: AnyCall) => accounts.returnAddress(request)

  function leave(call: AnyCall, { address, cookie }: { address: string; cookie: string }): { address: string } {
    setCookie(call, pendingCookie, cookie, pendingLife)
    return { address }
  }

  /** What the browser brought back; it counts once. */
  function takeReturn({ request, reply, body }: AnyCall & { body: { query: string } }) {
    reply.clearCookie(pendingCookie, { path: '/' })
    return { query: body.query, cookie: request.cookies[pendingCookie], from: request.ip }
  }

  return {
    startIdentitySignIn: async (call) => leave(call, await identities.begin(call.request.ip, returnAddress(call))),
    async finishIdentitySignIn(call) {
      const { ip: address, headers } = call.request
      const record = (
        endpoint: Endpoint,
        account: string | null,
        params: Record<string, string>,
        error: string | null,
      ) => audit.record({ ...callerOf(call.request), account, endpoint, params, error })
      let account: string | null = null
      try {
        const confirmed = await identities.confirm(takeReturn(call))
        const row = await identities.accountOf(confirmed, (how, { id, username }) => {
          const endpoint = how === 'created' ? peopleEndpoints.createPerson : linkIdentity
          return record(endpoint, username, { accountId: id }, null)
        })
        account = row.username
        const from = { address, userAgent: headers['user-agent'] }
        const signedIn = await accounts.openByIdentity(row.id, confirmed, from)
        await record(finishIdentitySignIn, account, {}, null)
        rememberBrowser(call, accounts, signedIn)
        return signedIn
      } catch (error) {
        if (error instanceof Failure && refusals.includes(error.reason))
          await record(finishIdentitySignIn, account, {}, error.reason)
        throw error
      }
    },
    async endIdentitySessions({ request, body }) {
      const usernames = await identities.endSessions(request.ip, body.logout_token)
      for (const account of usernames)
        await audit.record({ ...callerOf(request), account, endpoint: endIdentitySessions, params: {}, error: null })
    },
    getIdentity: ({ account }) => identities.ofAccount(account.id),
    startIdentityLink: {
      transaction: 'own',
      inMemory: true,
      handle: async (call) =>
        leave(call, await identities.begin(call.request.ip, returnAddress(call), call.account.id)),
    },
    linkIdentity: { transaction: 'own', handle: (call) => identities.link(call.account.id, takeReturn(call)) },
    unlinkIdentity: ({ account }) => identities.unlink(account.id),
  }
}
