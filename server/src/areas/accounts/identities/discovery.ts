import type { ClientAuth, Configuration } from 'openid-client'
import type { Clock } from '#platform/clock'
import type { OidcSettings } from '../../../config/oidc.ts'

/** Seconds that each answer of the provider is waited for. */
const timeOut = 10
/** Milliseconds after which the provider is asked for its addresses and keys again. */
const discoveryLife = 3_600_000

/** Loaded with the first sign-in: a server without a provider does not hold it. */
export const loadClient = () => import('openid-client')

/** Reads what a provider says of itself, when it is needed and then once an hour. */
export function createDiscovery(settings: OidcSettings, clock: Clock): () => Promise<Configuration> {
  let latest: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined
  return () => {
    // Also when the clock was set, which `clockSkew` goes by.
    if (latest !== undefined && Math.abs(clock.now() - latest.at) < discoveryLife) return latest.configuration
    const configuration = discover(settings, clock)
    latest = { at: clock.now(), configuration }
    // Who comes next asks again.
    configuration.catch(() => latest?.configuration === configuration && (latest = undefined))
    return configuration
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings, clock: Clock): Promise<Configuration> {
  const { discovery, allowInsecureRequests, clockSkew, enableNonRepudiationChecks, None } = await loadClient()
  const isPlain = issuer.startsWith('http:')
  return discovery(
    new URL(issuer),
    clientId,
    { [clockSkew]: Math.round((clock.now() - Date.now()) / 1_000) },
    clientSecret === undefined ? None() : await secretAuthentication(clientSecret),
    { timeout: timeOut, execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])] },
  )
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
