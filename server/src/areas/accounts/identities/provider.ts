import type { ClientAuth, Configuration } from 'openid-client'
import type { Clock } from '#platform/clock'
import type { OidcSettings } from '../../../config/oidc.ts'
import { asFailure } from './provider-failures.ts'

/** Seconds that each answer of the provider is waited for. */
const timeOut = 10
/** Milliseconds after which the provider is asked for its addresses and keys again. */
const discoveryLife = 3_600_000
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

/** Loaded with the first sign-in: a server without a provider does not hold it. */
const loadClient = () => import('openid-client')

/** Everything fails with `identity.provider-away`, `identity.provider-refused` or `identity.clock-wrong`. */
export function createProvider(settings: OidcSettings, clock: Clock) {
  let discovered: { readonly at: number; readonly found: Promise<Configuration> } | undefined

  function discover(): Promise<Configuration> {
    // Also when the clock was set, which `clockSkew` goes by.
    if (discovered !== undefined && Math.abs(clock.now() - discovered.at) < discoveryLife) return discovered.found
    const found = readMetadata()
    discovered = { at: clock.now(), found }
    // Who comes next asks again.
    found.catch(() => discovered?.found === found && (discovered = undefined))
    return found
  }

  async function readMetadata(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, clockSkew, enableNonRepudiationChecks, None } = await loadClient()
    const { issuer, clientId, clientSecret } = settings
    const isPlain = issuer.startsWith('http:')
    return discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [clockSkew]: Math.round((clock.now() - Date.now()) / 1_000) },
      clientSecret === undefined ? None() : await secretAuthentication(clientSecret),
      { timeout: timeOut, execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])] },
    )
  }

  const told = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(async (error: unknown) => {
      throw await asFailure(error, settings.name)
    })

  return {
    issuer: settings.issuer,
    /** The address to open in the browser, and what to check when it comes back. */
    begin: (returnAddress: string, statePrefix: string) =>
      told(async (): Promise<{ address: string; checks: Checks }> => {
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
      told(async (): Promise<{ claims: Claims; idToken: string }> => {
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
      told(async (): Promise<string | null> => {
        const { buildEndSessionUrl } = await loadClient()
        const configuration = await discover()
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null
        const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnAddress }
        return buildEndSessionUrl(configuration, parameters).href
      }),
    /** Whose sessions a token of back-channel logout ends: all of the subject, or those of one session at the provider. */
    readLogout: (token: string) =>
      told(async (): Promise<{ subject: string | undefined; providerSession: string | undefined }> => {
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
        const providerSession = typeof sid === 'string' ? sid : undefined
        // An ID token, which scripts of others may hold, is no logout token.
        if (!isLogout || nonce !== undefined || (subject ?? providerSession) === undefined)
          throw new Error('this is no logout token')
        return { subject, providerSession }
      }),
  }
}

/** The secret goes into the header, as OpenID Connect has it by default, unless the provider takes it in the body alone. */
async function secretAuthentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await loadClient()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}
