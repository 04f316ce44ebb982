import { expect, test, vi } from 'vitest'
import { createSession } from './session.ts'

function storage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  }
}

function make() {
  const local = storage()
  const session = storage()
  const waits: number[] = []
  const wait = (milliseconds: number) => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  return { local, waits, tab: session, session: createSession({ local, session, wait }) }
}

test('R3.14 R4.10 R9.01 a token in the address is taken as it is: kept twice, written to the console, gone from the address', () => {
  const { local, tab, session } = make()
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const address = session.adoptToken('http://host/below/space/list?search=x&bearer=any%20thing%21#here')
  expect(address).toBe('http://host/below/space/list?search=x#here')
  expect(local.getItem('token')).toBe('any thing!')
  expect(tab.getItem('token')).toBe('any thing!')
  expect(log.mock.calls.flat()).toContain('any thing!')
  expect(session.adoptToken('http://host/space/list?search=x')).toBeNull()
  log.mockRestore()
})

function follow({ session }: ReturnType<typeof make>) {
  const order: string[] = []
  session.onWay({
    announce: (how, where) => order.push(`told ${how} ${where}`),
    leave: (how, where) => order.push(`left ${how} ${where}`),
    proceed: () => order.push('went on'),
  })
  return order
}

test('R8.01 R9.01 fifty refused calls tell and lead away once, after 500 ms', async () => {
  const made = make()
  const { local, waits, session } = made
  const order = follow(made)
  session.enter('dead')
  await Promise.all(Array.from({ length: 50 }, () => session.expire('dead')))
  expect(order).toEqual(['told expired here', 'left expired here'])
  expect(waits).toEqual([500])
  expect(local.getItem('token')).toBeNull()
  await session.expire('dead')
  await session.expire(null)
  expect(order).toHaveLength(2)

  session.enter('dead again')
  await session.expire('dead again')
  expect(order).toHaveLength(4)
})

test('a refusal of an old token that comes late does not end the new session', async () => {
  const made = make()
  const order = follow(made)
  made.session.enter('old')
  made.session.enter('new')
  await made.session.expire('old')
  expect(made.session.token()).toBe('new')
  expect(order).toEqual([])
})

test('R4.09 signing out takes the token away, tells, and leads away after 500 ms', async () => {
  const made = make()
  const order = follow(made)
  made.session.enter('mine')
  await expect(made.session.signOut(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(made.session.token()).toBe('mine')
  await made.session.signOut(async () => {
    // Another call is refused before the response arrives, which is not an expiry.
    await made.session.expire('mine')
    expect(order).toEqual([])
    expect(made.session.token()).toBe('mine')
  })
  expect(made.local.getItem('token')).toBeNull()
  expect(order).toEqual(['told signed-out here', 'left signed-out here'])
  expect(made.waits).toEqual([500])
})

test('what a page remembers is forgotten at a sign-out and for another account, and kept over an expiry', async () => {
  const made = make()
  follow(made)
  let forgotten = 0
  made.session.enter('mine', 'me')
  made.session.onForget(() => (forgotten += 1))
  await made.session.expire('mine')
  made.session.enter('mine again', 'me')
  expect(forgotten).toBe(0)
  await made.session.expire('mine again')
  made.session.enter('theirs', 'they')
  expect(forgotten).toBe(1)
  await made.session.signOut(() => Promise.resolve())
  expect(forgotten).toBe(2)
})

test('tabs of one browser end and begin together', async () => {
  const here = make()
  const there = { ...make(), session: createSession({ local: here.local, session: storage(), wait: async () => {} }) }
  const order = follow(there)
  here.session.enter('ours')
  there.session.follow({ key: 'token', newValue: 'ours' })
  await here.session.signOut(() => Promise.resolve())
  there.session.follow({ key: 'token', newValue: null })
  await Promise.resolve()
  await Promise.resolve()
  expect(order).toEqual(['went on', 'told signed-out elsewhere', 'left signed-out elsewhere'])
  here.session.enter('again')
  there.session.follow({ key: 'token', newValue: 'again' })
  await here.session.expire('again')
  there.session.follow({ key: 'token', newValue: null })
  await Promise.resolve()
  expect(order.slice(3)).toEqual(['went on', 'told expired elsewhere', 'left expired elsewhere'])
})
