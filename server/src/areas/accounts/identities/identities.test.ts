import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { identityEndpoints, signInMeta } from '@vermilion/contract/accounts/identities'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { limits } from '../rules.ts'
import { startTinyProvider, type TinyProvider } from '../testing/tiny-provider.ts'
import { createVisitor } from '../testing/visitor.ts'
import { pendingCookie, pendingLife } from './pending.ts'

const { startIdentitySignIn, finishIdentitySignIn, startIdentityLink, linkIdentity, unlinkIdentity, getIdentity } =
  identityEndpoints
const { me, login, logout, listSessions } = accountEndpoints

let now = Date.now()
let provider: TinyProvider
let server: TestServer
beforeAll(async () => {
  provider = await startTinyProvider({
    ann: { preferred_username: 'Ann', groups: ['labelers'] },
    bob: { preferred_username: 'Bob', groups: ['guests'] },
    cem: { preferred_username: 'admin', groups: ['labelers'] },
    dai: { preferred_username: 'Дaй\u200b', groups: ['labelers'] },
    eva: { preferred_username: 'eva', groups: ['labelers'] },
    fay: { preferred_username: 'fay', email: 'fay@example.com', email_verified: true, groups: ['labelers'] },
  })
  const environment = { ...provider.environment, VERMILION_OIDC_GROUPS: 'labelers,reviewers' }
  server = await startTestServer({ clock: clockOf(() => now), environment })
  provider.serve(server.address)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

// The provider has the time of this machine.
beforeEach(() => void (now = Date.now()))

type Visitor = ReturnType<typeof createVisitor>
const visit = () => createVisitor(server.address)

async function comeBack(visitor: Visitor, subject: string): Promise<string> {
  const { data } = await visitor.call(startIdentitySignIn)
  return visitor.signInAt(String(data['address']), subject)
}

async function signIn(subject: string, visitor = visit()) {
  const query = await comeBack(visitor, subject)
  const { status, data, message } = await visitor.call(finishIdentitySignIn, { query })
  return { status, message, error: data['error'], token: String(data['token']), account: data['account'], visitor }
}

async function entries(account?: string) {
  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: { limit: 200, account } })
  return items.map(({ action, error }) => [action, error])
}

test('somebody the provider knows signs in, with an account of that name, and the next time with the same', async () => {
  const first = await signIn('ann')
  expect(first).toMatchObject({ status: 200, account: { username: 'Ann' } })
  expect((await first.visitor.call(me, undefined, first.token)).data).toMatchObject({ username: 'Ann' })
  const again = await signIn('ann')
  expect(again.account).toEqual(first.account)
  expect(
    (await server.call(peopleEndpoints.listPeople, { query: {} })).items.map(({ username }) => username),
  ).toContain('Ann')
  expect((await entries('Ann')).toSorted()).toEqual([
    ['POST /accounts', null],
    ['POST /login/identity/finish', null],
    ['POST /login/identity/finish', null],
  ])
  const { data } = await first.visitor.call(login, { username: 'Ann', password: '' })
  expect(data['error']).toBe('request.invalid')
  expect((await first.visitor.call(login, { username: 'Ann', password: 'anything' })).data['error']).toBe(
    'login.invalid',
  )
})

test('who is in none of the groups is refused, and has no account', async () => {
  const { status, error, message, visitor } = await signIn('bob')
  expect([status, error]).toEqual([403, 'identity.not-admitted'])
  expect(message).toMatch(/^Your account at Tiny ID may not sign in here/)
  expect(await entries()).toContainEqual(['POST /login/identity/finish', 'identity.not-admitted'])
  const people = (await server.call(peopleEndpoints.listPeople, { query: {} })).items
  expect(people.map(({ username }) => username)).not.toContain('Bob')
  provider.people.set('bob', { preferred_username: 'Bob', groups: ['reviewers'] })
  expect(await signIn('bob', visitor)).toMatchObject({ status: 200, account: { username: 'Bob' } })
})

test('a new account takes nobody’s name, and letters that nobody confuses', async () => {
  expect(await signIn('cem')).toMatchObject({ status: 200, account: { username: 'admin-2' } })
  const { status, account } = await signIn('dai')
  expect(status).toBe(200)
  expect((account as { username: string }).username).toMatch(/^[\x20-\x7e]+$/)
})

test('what comes back counts once, for the browser that left, and for ten minutes', async () => {
  const visitor = visit()
  const query = await comeBack(visitor, 'ann')
  expect((await visit().call(finishIdentitySignIn, { query })).data['error']).toBe('identity.expired')
  const cookie = visitor.jars.get(new URL(server.address).host)?.get(pendingCookie) ?? ''
  expect((await visitor.call(finishIdentitySignIn, { query })).status).toBe(200)
  expect((await visitor.call(finishIdentitySignIn, { query })).data['error']).toBe('identity.expired')
  // The same browser with its old cookie: the provider takes the code once.
  visitor.jars.get(new URL(server.address).host)?.set(pendingCookie, cookie)
  expect((await visitor.call(finishIdentitySignIn, { query })).data['error']).toBe('identity.expired')
  const late = await comeBack(visitor, 'ann')
  now += pendingLife + 1
  expect((await visitor.call(finishIdentitySignIn, { query: late })).data['error']).toBe('identity.expired')
})

test('a changed state, issuer or code signs nobody in', async () => {
  for (const [name, error] of [
    ['state', 'identity.expired'],
    ['iss', 'identity.provider-refused'],
    ['code', 'identity.expired'],
  ] as const) {
    const visitor = visit()
    const query = new URLSearchParams(await comeBack(visitor, 'ann'))
    query.set(name, `${query.get(name)}x`)
    expect([name, (await visitor.call(finishIdentitySignIn, { query: `${query}` })).data['error']]).toEqual([
      name,
      error,
    ])
  }
})

test('an account is linked by its owner, signed in by a password; then its identity signs it in until it is unlinked', async () => {
  await server.app.accounts.add('eve', testPassword)
  const visitor = visit()
  const { data: signedIn } = await visitor.call(login, { username: 'eve', password: testPassword })
  const token = String(signedIn['token'])
  const startLink = async () => {
    const { data } = await visitor.call(startIdentityLink, undefined, token)
    return visitor.signInAt(String(data['address']), 'eva')
  }
  const query = await startLink()
  expect(new URLSearchParams(query).get('state')).toMatch(/^link\./)
  // What was begun as a link is no sign-in, and nobody else's link.
  expect((await visitor.call(finishIdentitySignIn, { query })).data['error']).toBe('identity.expired')
  const again = await startLink()
  expect((await visitor.call(linkIdentity, { query: again }, server.token)).data['error']).toBe('identity.expired')
  expect((await visitor.call(linkIdentity, { query: await startLink() }, token)).data).toMatchObject({ name: 'eva' })
  expect((await visitor.call(startIdentityLink, undefined, token)).data['error']).toBe('identity.linked')
  expect(await signIn('eva')).toMatchObject({ status: 200, account: { username: 'eve' } })
  expect((await visitor.call(getIdentity, undefined, token)).data).toMatchObject({
    provider: 'Tiny ID',
    identity: { name: 'eva', usedAt: new Date(now).toISOString() },
    canUsePassword: true,
  })
  expect((await visitor.call(unlinkIdentity, undefined, token)).status).toBe(200)
  expect((await visitor.call(unlinkIdentity, undefined, token)).data['error']).toBe('identity.not-linked')
  expect(await signIn('eva')).toMatchObject({ account: { username: 'eva' } })
  expect(await entries('eve')).toEqual(
    expect.arrayContaining([
      ['PUT /accounts/me/identity', null],
      ['DELETE /accounts/me/identity', null],
    ]) as unknown,
  )
  const second = await visitor.call(linkIdentity, { query: await startLink() }, token)
  expect(second.data['error']).toBe('identity.of-another')
})

test('an identity that is the only way into its account is not unlinked', async () => {
  const { visitor, token } = await signIn('ann')
  expect((await visitor.call(getIdentity, undefined, token)).data).toMatchObject({ canUsePassword: false })
  expect((await visitor.call(unlinkIdentity, undefined, token)).data['error']).toBe('identity.only-way')
})

test('a deactivated account is refused, and let in again', async () => {
  const { account } = await signIn('fay')
  const params = { accountId: (account as { id: string }).id }
  await server.call(peopleEndpoints.disablePerson, { params })
  expect(await signIn('fay')).toMatchObject({ status: 403, error: 'login.disabled' })
  expect(await entries('fay')).toContainEqual(['POST /login/identity/finish', 'login.disabled'])
  await server.call(peopleEndpoints.enablePerson, { params })
  expect((await signIn('fay')).status).toBe(200)
})

test('signing out leads on to the provider, which signs out too', async () => {
  const { visitor, token } = await signIn('ann')
  const { data } = await visitor.call(logout, undefined, token)
  expect(String(data['address'])).toMatch(new RegExp(`^${provider.issuer}/session/end\\?`))
  expect((await visitor.call(me, undefined, token)).status).toBe(401)
  expect(await visitor.signInAt(String(data['address']), 'nobody')).toBe('')
  const byPassword = String((await visitor.call(login, { username: 'admin', password: testPassword })).data['token'])
  expect((await visitor.call(logout, undefined, byPassword)).data).toEqual({ address: null })
})

test('who signs out at the provider is signed out here: the sessions of that browser, not those of others', async () => {
  const [here, there] = [await signIn('ann'), await signIn('ann')]
  const query = new URLSearchParams({ client_id: 'vermilion', post_logout_redirect_uri: `${server.address}/login` })
  await here.visitor.signInAt(`${provider.issuer}/session/end?${query}`, 'nobody')
  await expect.poll(async () => (await here.visitor.call(me, undefined, here.token)).status).toBe(401)
  expect((await there.visitor.call(me, undefined, there.token)).status).toBe(200)
  expect(await entries('Ann')).toContainEqual(['POST /login/identity/logout', null])
  const { visitor } = there
  const idToken = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"ann"}').toString('base64url')}.`
  const forged = await visitor.send(`${server.address}/api/v1/login/identity/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `logout_token=${idToken}`,
  })
  expect(forged.status).toBe(403)
  expect((await visitor.call(me, undefined, there.token)).status).toBe(200)
})

test('a token of another time says that a clock is wrong', async () => {
  now += 2 * 3_600_000
  expect(await signIn('ann')).toMatchObject({ status: 403, error: 'identity.clock-wrong' })
  now -= 2 * 3_600_000
  expect((await signIn('ann')).status).toBe(200)
})

test('while the provider is away that is said, passwords go on, and signing out works', async () => {
  const { visitor, token } = await signIn('ann')
  const query = await comeBack(visitor, 'ann')
  await provider.leave()
  // Its addresses are known; what comes back cannot be confirmed.
  const { status, data, message } = await visitor.call(finishIdentitySignIn, { query })
  expect([status, data['error']]).toEqual([503, 'identity.provider-away'])
  expect(message).toMatch(/^Tiny ID cannot be reached/)
  now += 3_600_001
  expect((await visitor.call(startIdentitySignIn)).data['error']).toBe('identity.provider-away')
  expect((await visitor.call(logout, undefined, token)).data).toEqual({ address: null })
  expect((await visitor.call(login, { username: 'admin', password: testPassword })).status).toBe(200)
  await provider.comeBack()
  expect((await signIn('ann')).status).toBe(200)
})

test('the page says how people sign in, and cookies are those of a session', async () => {
  const page = await (await fetch(`${server.address}/login`)).text()
  if (page.includes('<head>')) expect(page).toContain(`<meta name="${signInMeta}"`)
  const started = await fetch(`${server.address}/api/v1/login/identity`, { method: 'POST' })
  expect(started.headers.getSetCookie()[0]).toMatch(
    /^vermilion_identity=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect((await server.call(listSessions, {})).items.length).toBeGreaterThan(0)
})

test('what is tried from one address is slowed down as wrong passwords are', async () => {
  // What failed in other tests, hours ahead too, is forgiven.
  now += 3 * 3_600_000
  const visitor = visit()
  const tries = Array.from({ length: limits.address.free + 1 }, () =>
    visitor.call(finishIdentitySignIn, { query: 'code=x' }),
  )
  const errors = (await Promise.all(tries)).map(({ data }) => data['error'])
  expect(errors.filter((error) => error === 'identity.expired').length).toBe(limits.address.free)
  expect((await visitor.call(startIdentitySignIn)).data['error']).toBe('login.throttled')
  // As long as it takes to be forgiven.
  now += limits.address.free * 60_000
  expect((await visitor.call(startIdentitySignIn)).status).toBe(200)
})
