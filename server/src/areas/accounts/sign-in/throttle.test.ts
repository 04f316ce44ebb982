import { Failure } from '@vermilion/contract/kernel/errors'
import { expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { addressKey, forgivenEvery, limits, maxWaitMs } from '../rules.ts'
import { createThrottle, type Bucket } from './throttle.ts'

const bucket = (key: string, clears = true): Bucket => ({ key, limit: limits.narrow, clears })

function setUp(most?: number) {
  const at = { now: Date.UTC(2026, 0, 1) }
  const throttle = createThrottle(
    clockOf(() => at.now),
    most,
  )
  /** Seconds until the next attempt; 0 makes one, which counts as failed. */
  const attempt = (...buckets: Bucket[]): number => {
    try {
      throttle.begin(buckets)
      return 0
    } catch (refusal) {
      if (!(refusal instanceof Failure)) throw refusal
      return Number(refusal.values['seconds'])
    }
  }
  return { at, throttle, attempt }
}

test('the delay doubles up to the longest, and no limit is longer than what is told', () => {
  const { at, attempt } = setUp()
  const delays: number[] = []
  for (let count = 0; count < 30; count++) {
    const wait = attempt(bucket('a'))
    if (wait === 0) continue
    delays.push(wait)
    at.now += wait * 1_000
  }
  expect(delays.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32])
  expect(delays.at(-1)).toBe(maxWaitMs / 1_000)
  expect(Math.max(...delays)).toBe(maxWaitMs / 1_000)
  expect(Math.max(...Object.values(limits).map(({ maxDelayMs }) => maxDelayMs))).toBe(maxWaitMs)
})

test('what is refused does not make the delay longer', () => {
  const { at, attempt } = setUp()
  for (let count = 0; count < 1_000; count++) attempt(bucket('a'))
  expect(attempt(bucket('a'))).toBe(1)
  at.now += 1_000
  expect(attempt(bucket('a'))).toBe(0)
})

test('failures are forgiven one by one, however many there were', () => {
  const { at, attempt } = setUp()
  for (let count = 0; count < 500; count++) at.now += attempt(bucket('a')) * 1_000
  at.now += 20 * forgivenEvery
  expect([1, 2, 3, 4].map(() => attempt(bucket('a')))).toEqual([0, 0, 0, 1])
})

test('success forgets the failures of a bucket, or takes back its own alone', () => {
  const { at, throttle, attempt } = setUp()
  const both = [bucket('mine'), bucket('shared', false)]
  attempt(...both)
  attempt(...both)
  throttle.begin(both).succeeded()
  expect([attempt(bucket('mine')), attempt(bucket('mine')), attempt(bucket('shared'))]).toEqual([0, 0, 0])
  expect(attempt(bucket('shared'))).toBe(1)
  at.now += 1_000
  throttle.begin([bucket('shared')]).withdraw()
  expect(attempt(bucket('shared'))).toBe(0)
  expect(attempt(bucket('shared'))).toBe(2)
})

test('of one bucket that is blocked none counts', () => {
  const { attempt } = setUp()
  for (let count = 0; count < 3; count++) attempt(bucket('blocked'))
  for (let count = 0; count < 10; count++) expect(attempt(bucket('blocked'), bucket('free'))).toBe(1)
  expect(attempt(bucket('free'))).toBe(0)
})

test('what is remembered is bounded, and the least touched leaves first', () => {
  const { throttle, attempt } = setUp(100)
  for (let count = 0; count < 3; count++) attempt(bucket('first'))
  for (let count = 0; count < 1_000; count++) attempt(bucket(`name ${count}`))
  expect(throttle.size()).toBe(100)
  expect(attempt(bucket('first'))).toBe(0)
})

test('a clock that is set back keeps nobody out for longer', () => {
  const { at, attempt } = setUp()
  for (let count = 0; count < 3; count++) attempt(bucket('a'))
  at.now -= 365 * 24 * 3_600_000
  expect(attempt(bucket('a'))).toBeLessThanOrEqual(maxWaitMs / 1_000)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001::9', '2001:db8:0:1::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
