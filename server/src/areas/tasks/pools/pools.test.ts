import { expect, test } from 'vitest'
import { freeIndexes } from './accelerators.ts'
import { amountsOf, shortOf } from './amounts.ts'
import type { ClaimRow } from './claim-store.ts'
import { expectedStarts } from './forecast.ts'
import { inTurn, startable } from './turns.ts'
import type { Claim } from './turns.ts'

const need = (cpu: number, gpus = 0) =>
  amountsOf({ places: 1, cpu, memoryBytes: 0, accelerators: [{ type: 'gpu', count: gpus }] })
const capacity = amountsOf({ places: 3, cpu: 4, memoryBytes: 0, accelerators: [{ type: 'gpu', count: 2 }] })

let made = 0
const claim = (id: string, creator: string, more: Partial<Claim> = {}): Claim => ({
  id,
  creator,
  priority: 50,
  createdAt: `2026-01-01T00:00:${String((made += 1)).padStart(2, '0')}.000Z`,
  need: need(1),
  ...more,
})
const ids = (claims: readonly Claim[]) => claims.map(({ id }) => id)

test('the turn is by priority, then by who has least, then by age', () => {
  const waiting = [claim('a1', 'a'), claim('a2', 'a'), claim('a3', 'a'), claim('b1', 'b'), claim('c1', 'c')]
  const urgent = claim('a4', 'a', { priority: 90 })
  expect(ids(inTurn([...waiting, urgent], []))).toEqual(['a4', 'b1', 'c1', 'a1', 'a2', 'a3'])
  expect(ids(inTurn(waiting, [claim('b0', 'b')]))).toEqual(['a1', 'c1', 'a2', 'b1', 'a3'])
})

test('no more starts than fits, in every respect', () => {
  const many = ['a', 'b', 'c', 'd'].map((id) => claim(id, id))
  expect(ids(startable(many, [], { capacity }))).toEqual(['a', 'b', 'c'])
  const greedy = ['a', 'b', 'c'].map((id) => claim(id, id, { need: need(1.5) }))
  expect(ids(startable(greedy, [], { capacity }))).toEqual(['a', 'b'])
  const tenths = Array.from({ length: 3 }, (_, index) => claim(`${index}`, 'a', { need: need(0.1) }))
  expect(
    ids(startable(tenths, [], { capacity: amountsOf({ places: 9, cpu: 0.3, memoryBytes: 0, accelerators: [] }) })),
  ).toHaveLength(3)
})

test('a large task keeps its claim: small ones pass only with what it does not need', () => {
  const running = [claim('r', 'r', { need: need(2) })]
  const large = claim('large', 'a', { need: need(4) })
  const small = claim('small', 'b', { need: need(1) })
  const light = claim('light', 'c', { need: need(0) })
  expect(ids(startable([large, small, light], running, { capacity }))).toEqual(['light'])
  expect(ids(startable([large, small, light], [], { capacity }))).toEqual(['large', 'light'])
})

test('a task that asks for more than there ever is holds nobody up', () => {
  const never = claim('never', 'a', { need: need(5) })
  expect(ids(startable([never, claim('b', 'b')], [], { capacity }))).toEqual(['b'])
  expect(shortOf(never.need, capacity)).toBe('cpu')
  expect(shortOf(need(1, 3), capacity)).toBe('accelerator gpu')
  expect(shortOf(need(1), { cpu: 1 })).toBe('places')
})

test('the expected start follows from how long its like took, and is unknown where that is', () => {
  const one = amountsOf({ places: 1, cpu: 0, memoryBytes: 0, accelerators: [] })
  const waiting = (id: string, lasts: number | null) => ({ id, need: one, lasts })
  const starts = expectedStarts(1_000, {
    capacity: { ...one, places: 2 },
    running: [
      { need: one, endsAt: 5_000 },
      { need: one, endsAt: 500 },
    ],
    waiting: [waiting('a', 10_000), waiting('b', 1_000), waiting('c', null), waiting('d', 1), waiting('e', 1)],
  })
  expect(Object.fromEntries(starts)).toEqual({ a: 1_000, b: 5_000, c: 6_000, d: 11_000, e: 11_001 })
  const unknown = expectedStarts(0, {
    capacity: one,
    running: [{ need: one, endsAt: null }],
    waiting: [waiting('a', 1)],
  })
  expect(unknown.get('a')).toBeNull()
})

test('an accelerator belongs to one task at a time', () => {
  const devices = [0, 1, 2, 3].map((index) => ({ type: index < 3 ? 'gpu' : 'other', index }))
  const row = (count: number, indexes: number[] | null) =>
    ({
      acceleratorType: 'gpu',
      acceleratorCount: count,
      instances: '[{"role":"worker","count":2}]',
      acceleratorIndexes: indexes === null ? null : JSON.stringify(indexes),
    }) as ClaimRow
  expect(freeIndexes(row(1, null), [], devices)).toEqual([0, 1])
  expect(freeIndexes(row(1, null), [row(1, [1])], devices)).toEqual([0, 2])
  expect(freeIndexes(row(0, null), [], devices)).toEqual([])
})
