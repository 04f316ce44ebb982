import { fail } from '@vermilion/contract/kernel/errors'
import type { Platform } from '#platform/platform'
import type { OidcSettings } from '../../../config/oidc.ts'
import { createDiscovery, loadClient } from './discovery.ts'
import { providerFailure } from './provider-failures.ts'

/** Of a logout token; together with the tolerance, how long a repeated one ends sessions. */
const logoutTokenLife = '2m'
const clockTolerance = 30
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** What the browser brings back is checked against this. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The address that the provider sends the browser back to. */
  readonly returnAddress: string
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

export type Provider = ReturnType<typeof createProvider>

interface ProviderNeeds extends Pick<Platform, 'clock' | 'log'> {
  readonly settings: OidcSettings
}

/** Everything fails with `identity.provider-away`, `identity.provider-refused` or `identity.clock-wrong`. */
export function createProvider({ settings, clock, log }: ProviderNeeds) {
  const discover = createDiscovery(settings, clock)
  const explain = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
      const { reason, values } = providerFailure(error, settings.name)
      // Not the error itself, which may carry a response with tokens.
      const cause = error instanceof Error ? String(error.cause) : undefined
      log.warn({ reason, ...values, problem: String(error), cause }, 'the identity provider confirmed nothing')
      throw fail(reason, values)
    })

  return {
    settings,
    /** The address to open in the browser, and what to check when it comes back. */
    begin: (returnAddress: string, statePrefix: string) =>
      explain(async (): Promise<{ address: string; checks: Checks }> => {
        const client = await loadClient()
        const [state, nonce] = [statePrefix + client.randomState(), client.randomNonce()]
        const verifier = client.randomPKCECodeVerifier()
        const address = client.buildAuthorizationUrl(await discover(), {
          redirect_uri: returnAddress,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { address: address.href, checks: { state, nonce, verifier, returnAddress } }
      }),
    /** What the provider says of who came back; the ID token before what it tells on request. */
    finish: (query: URLSearchParams, checks: Checks) =>
      explain(async (): Promise<{ claims: Claims; idToken: string }> => {
        const { authorizationCodeGrant, fetchUserInfo } = await loadClient()
        const configuration = await discover()
        const tokens = await authorizationCodeGrant(configuration, new URL(`${checks.returnAddress}?${query}`), {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || tokens.id_token === undefined) throw new Error('there is no ID token')
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
        const more = endpoint === undefined ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { claims: { ...more, ...claims }, idToken: tokens.id_token }
      }),
    /** Null where the provider ends no sessions. */
    signOutAddress: (idToken: string, returnAddress: string) =>
      explain(async (): Promise<string | null> => {
        const { buildEndSessionUrl } = await loadClient()
        const configuration = await discover()
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnAddress }
        return buildEndSessionUrl(configuration, parameters).href
      }),
    /** Whose sessions a token of back-channel logout ends: all of the subject, or those of one session at the provider. */
    readLogout: (token: string) =>
      explain(async (): Promise<{ subject?: string; providerSession?: string }> => {
        const { createRemoteJWKSet, jwtVerify } = await import('jose')
        const { jwks_uri: keys = '', issuer } = (await discover()).serverMetadata()
        const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys)), {
          issuer,
          audience: settings.clientId,
          maxTokenAge: logoutTokenLife,
          clockTolerance,
          currentDate: new Date(clock.now()),
        })
        const { sub: subject, sid, events, nonce } = payload
        const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
        const whose = { ...(subject && { subject }), ...(typeof sid === 'string' && { providerSession: sid }) }
        // An ID token, which scripts of others may hold, is no logout token.
        if (isLogout && nonce === undefined && Object.keys(whose).length > 0) return whose
        throw new Error('this is no logout token')
      }),
  }
}
