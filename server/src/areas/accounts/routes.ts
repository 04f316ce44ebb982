import type { accountEndpoints } from '@vermilion/contract/accounts'
import { bearerToken, mediaCookie } from '#platform/http/authentication'
import type { Call, Handlers } from '#platform/http/handler'
import type { Accounts } from './service.ts'
import { sessionLife } from './rules.ts'
import { mediaValue } from './tokens.ts'

export function accountRoutes(accounts: Accounts): Handlers<typeof accountEndpoints> {
  return {
    async login(call) {
      const signedIn = await accounts.signIn(call.body, call.request.ip)
      setMediaCookie(call, signedIn.token)
      return signedIn
    },
    async logout({ sessionId, reply }) {
      await accounts.signOut(sessionId)
      reply.clearCookie(mediaCookie, { path: '/' })
    },
    me(call) {
      const token = bearerToken(call.request)
      if (token !== undefined) setMediaCookie(call, token)
      return call.account
    },
  }
}

function setMediaCookie({ reply }: Pick<Call, 'reply'>, token: string): void {
  reply.setCookie(mediaCookie, mediaValue(token), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: sessionLife / 1_000,
  })
}
