import { expect, test, vi } from 'vitest'
import { createSession } from './session.ts'

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (place) => [...kept.keys()][place] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
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
  const left = session.takeOver('http://host/below/space/list?search=x&bearer=any%20thing%21#here')
  expect(left).toBe('http://host/below/space/list?search=x#here')
  expect(local.getItem('token')).toBe('any thing!')
  expect(tab.getItem('token')).toBe('any thing!')
  expect(log.mock.calls.flat()).toContain('any thing!')
  expect(session.takeOver('http://host/space/list?search=x')).toBeNull()
  log.mockRestore()
})

test('R8.01 R9.01 fifty refused calls tell and lead away once, after 500 ms', async () => {
  const { local, waits, session } = make()
  const order: string[] = []
  session.onExpired({ announce: () => order.push('told'), leave: () => order.push('left') })
  session.enter('dead')
  await Promise.all(Array.from({ length: 50 }, () => session.expire()))
  expect(order).toEqual(['told', 'left'])
  expect(waits).toEqual([500])
  expect(local.getItem('token')).toBeNull()

  session.enter('dead again')
  await session.expire()
  expect(order).toEqual(['told', 'left', 'told', 'left'])
})
