import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { identityEndpoints } from '@vermilion/contract/accounts/identities'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { startTinyProvider, type TinyProvider } from '../testing/tiny-provider.ts'
import { createVisitor } from '../testing/visitor.ts'

const { startIdentitySignIn, finishIdentitySignIn, startIdentityLink, linkIdentity, unlinkIdentity, getIdentity } =
  identityEndpoints
const { login } = accountEndpoints

let provider: TinyProvider
let server: TestServer
beforeAll(async () => {
  provider = await startTinyProvider({
    ann: { preferred_username: 'ann', email: 'ann@Example.com', email_verified: true },
    bob: { preferred_username: 'bob', email: 'bob@example.com', email_verified: false },
    cem: { preferred_username: 'cem', email: 'cem@example.com.evil.net', email_verified: true },
    dai: { preferred_username: 'dai', email: 'dai@example.com', email_verified: true },
    eva: { preferred_username: 'eva', email: 'eva@example.com', email_verified: true },
  })
  server = await startTestServer({
    environment: {
      ...provider.environment,
      VERMILION_OIDC_DOMAINS: 'Example.com',
      VERMILION_OIDC_LINK_EMAIL: 'true',
      VERMILION_PASSWORD_SIGN_IN: 'emergency:Admin',
    },
  })
  provider.serve(server.address)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

async function signIn(subject: string) {
  const visitor = createVisitor(server.address)
  const { data } = await visitor.call(startIdentitySignIn)
  const query = await visitor.signInAt(String(data['address']), subject)
  return { visitor, ...(await visitor.call(finishIdentitySignIn, { query })) }
}

test('passwords sign in the emergency account alone, and that is in the audit log', async () => {
  await server.app.accounts.add('gil', testPassword)
  const visitor = createVisitor(server.address)
  const refused = await visitor.call(login, { username: 'gil', password: testPassword })
  expect([refused.status, refused.message]).toEqual([403, 'Passwords do not sign in here: use the button of Tiny ID'])
  const { status, data } = await visitor.call(login, { username: 'admin', password: testPassword })
  expect(status).toBe(200)
  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: { account: 'gil' } })
  expect(items[0]).toMatchObject({ action: 'POST /login/login', error: 'login.passwords-closed' })
  const token = String(data['token'])
  expect((await visitor.call(getIdentity, undefined, token)).data).toMatchObject({
    canUsePassword: true,
    identity: null,
  })
})

test('a domain lets in whose address is of it and confirmed', async () => {
  expect((await signIn('ann')).data).toMatchObject({ account: { username: 'ann' } })
  expect((await signIn('bob')).data['error']).toBe('identity.not-admitted')
  expect((await signIn('cem')).data['error']).toBe('identity.not-admitted')
})

test('a confirmed address signs in the account of that name where an administrator allows it, never the emergency account', async () => {
  await server.app.accounts.add('dai@example.com', testPassword)
  expect((await signIn('dai')).data).toMatchObject({ account: { username: 'dai@example.com' } })
  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: { account: 'dai@example.com' } })
  expect(items.map(({ action }) => action)).toContain('PUT /accounts/me/identity')
  provider.people.set('dai-2', { preferred_username: 'dai2', email: 'dai@example.com', email_verified: true })
  expect((await signIn('dai-2')).data).toMatchObject({ account: { username: 'dai2' } })
})

test('a password that signs nobody in is no way into an account', async () => {
  await server.app.accounts.add('eve', testPassword)
  const token = await tokenOf('eve')
  const visitor = createVisitor(server.address)
  const { data } = await visitor.call(startIdentityLink, undefined, token)
  const query = await visitor.signInAt(String(data['address']), 'eva')
  expect((await visitor.call(linkIdentity, { query }, token)).status).toBe(200)
  expect((await visitor.call(getIdentity, undefined, token)).data).toMatchObject({ canUsePassword: false })
  expect((await visitor.call(unlinkIdentity, undefined, token)).data['error']).toBe('identity.only-way')
})

/** A session of before passwords were closed. */
async function tokenOf(username: string): Promise<string> {
  const { items } = await server.call(peopleEndpoints.listPeople, { query: {} })
  const id = items.find((person) => person.username === username)?.id ?? ''
  return (await server.app.accounts.sessions.open(id, { address: null, userAgent: null })).token
}

test('behind a proxy the browser comes back to the address that it knows', async () => {
  const environment = { ...provider.environment, VERMILION_BASE_PATH: '/robots' }
  const returnOf = async (variables: Record<string, string>, headers: Record<string, string>) => {
    const behind = await startTestServer({ environment: { ...environment, ...variables } })
    try {
      const response = await behind.fetch(startIdentitySignIn.path, { method: 'POST', headers })
      const { data } = (await response.json()) as { data: { address: string } }
      const secure = / Secure;?/.test(response.headers.getSetCookie()[0] ?? '')
      return [new URL(data.address).searchParams.get('redirect_uri'), secure]
    } finally {
      await behind.stop()
    }
  }
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'lab.example.com' }
  const trusted = { VERMILION_TRUSTED_PROXIES: 'loopback' }
  expect(await returnOf(trusted, forwarded)).toEqual(['https://lab.example.com/robots/login', true])
  const named = { VERMILION_ADDRESS: 'https://lab.example.com/robots/' }
  expect(await returnOf(named, forwarded)).toEqual(['https://lab.example.com/robots/login', false])
  const [untrusted] = await returnOf({}, forwarded)
  expect(untrusted).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/robots\/login$/)
})
