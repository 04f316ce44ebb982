import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface Person {
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
}

export interface TinyProvider {
  readonly issuer: string
  /** By their subject, which is what they type as their login. */
  readonly people: Map<string, Person>
  /** Variables of a server that trusts the provider. */
  readonly environment: Readonly<Record<string, string>>
  /** Registers the server that it signs people in for. */
  serve(address: string): void
  /** Nobody answers at its address until it comes back. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

const clientId = 'vermilion'
const clientSecret = 'a secret of the tests'

/** The provider's own fetch refuses this machine. */
function fetchHere(address: string | URL | Request, options: RequestInit & { dispatcher?: unknown } = {}) {
  const { dispatcher: _dispatcher, ...plain } = options
  return fetch(address, plain)
}

/** `oidc-provider`, certified for OpenID Connect, on a free port of this machine; its pages take any password. */
export async function startTinyProvider(people: Readonly<Record<string, Person>> = {}): Promise<TinyProvider> {
  const peopleById = new Map(Object.entries(people))
  let respond: RequestListener = (_request, response) => void response.writeHead(503).end()
  const listener: RequestListener = (request, response) => respond(request, response)
  let server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Another site than 127.0.0.1, as a provider is.
  const issuer = `http://localhost:${port}`

  function providerFor(address: string): Provider {
    const page = `${address}/login`
    return new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [page],
          post_logout_redirect_uris: [page],
          backchannel_logout_uri: `${address}/api/v1/login/identity/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
      cookies: { keys: ['of the tests'] },
      features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
      ttl: { IdToken: 3_600, AccessToken: 3_600, AuthorizationCode: 60, Grant: 3_600, Session: 3_600 },
      fetch: fetchHere,
      findAccount: (_context, subject) => {
        const person = peopleById.get(subject)
        return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) }
      },
      // What was asked for is granted without a page of its own.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
  }

  async function close(one: Server): Promise<void> {
    if (!one.listening) return
    one.closeAllConnections()
    one.close()
    await once(one, 'close')
  }

  return {
    issuer,
    people: peopleById,
    environment: {
      VERMILION_OIDC_ISSUER: issuer,
      VERMILION_OIDC_CLIENT_ID: clientId,
      VERMILION_OIDC_CLIENT_SECRET: clientSecret,
      VERMILION_OIDC_NAME: 'Tiny ID',
    },
    serve: (address) => void (respond = providerFor(address).callback() as RequestListener),
    leave: () => close(server),
    async comeBack() {
      server = createServer(listener).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    stop: () => close(server),
  }
}
