import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockOf } from '#platform/clock'
import { createLog } from '#platform/log'
import { createPlatform } from '#platform/platform'
import type { Platform } from '#platform/platform'
import { migrations } from '../../../migrations/index.ts'
import { readConfig } from '../../config.ts'
import { jobKind } from './jobs.ts'
import type { JobHandler } from './handler.ts'
import { maxAttempts, retryDelay } from './store.ts'

const counting = jobKind<{ to: number }, number>('count')

const day = 24 * 3_600_000

let folder = ''
let now = 0
const open: Platform[] = []

async function boot(handler?: JobHandler<{ to: number }, number>, more?: (platform: Platform) => void) {
  const config = readConfig({ VERMILION_DATA: folder, VERMILION_LOG_LEVEL: 'silent' })
  const log = createLog('silent')
  const platform = await createPlatform({ config, log, migrations, clock: clockOf(() => now), forward: true })
  open.push(platform)
  if (handler !== undefined) platform.jobs.register(counting, handler)
  more?.(platform)
  await platform.lifecycle.start()
  return platform
}

beforeEach(async () => {
  now = Date.parse('2026-01-01')
  folder = await mkdtemp(join(tmpdir(), 'vermilion-jobs-'))
})
afterEach(async () => {
  for (const { lifecycle, database } of open.splice(0)) {
    await lifecycle.stop()
    await database.close()
  }
  await rm(folder, { recursive: true })
})

test('a job runs, once for one key while it has not ended, and again afterwards', async () => {
  const started = Promise.withResolvers<void>()
  const counted: number[] = []
  const { jobs } = await boot({
    async run({ payload }) {
      await started.promise
      counted.push(payload.to)
    },
  })
  const ids = await Promise.all([1, 2, 3].map((to) => jobs.enqueue(counting, 'key', { to })))
  expect(new Set(ids).size).toBe(1)
  started.resolve()
  await jobs.settled()
  await jobs.enqueue(counting, 'key', { to: 4 })
  await jobs.settled()
  expect(counted).toEqual([1, 4])
  expect(await jobs.report(counting, 'key')).toMatchObject({ state: 'done', error: null })
})

test('a job enqueued in a transaction that is rolled back never was', async () => {
  let runs = 0
  const { jobs, database } = await boot({ run: async () => void runs++ })
  const failing = database.transaction(async () => {
    await jobs.enqueue(counting, 'key', { to: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await jobs.settled()
  expect(runs).toBe(0)
})

test('the last that a job does commits with its end: then its key is free, and if it fails nothing was done', async () => {
  const lasts: number[] = []
  const again = Promise.withResolvers<string>()
  const { jobs, database } = await boot({
    run:
      async ({ payload: { to } }) =>
      async () => {
        lasts.push(to)
        if (to === 1) return database.afterCommit(() => again.resolve(jobs.enqueue(counting, 'key', { to: 2 })))
        await jobs.enqueue(counting, 'never', { to: 3 })
        throw fail('internal')
      },
  })
  expect(await jobs.enqueue(counting, 'key', { to: 1 })).not.toBe(await again.promise)
  await jobs.settled()
  expect(lasts).toEqual([1, 2])
  expect(await jobs.report(counting, 'never')).toBeUndefined()
})

test('as many of a kind run at once as it allows', async () => {
  let running = 0
  let most = 0
  const { jobs } = await boot({
    concurrency: 2,
    async run() {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
    },
  })
  await Promise.all(Array.from({ length: 6 }, (_, index) => jobs.enqueue(counting, `key ${index}`, { to: 1 })))
  await jobs.settled()
  expect(most).toBe(2)
})

test('an error is tried again, later each time and across restarts, and at last given up with word to the area', async () => {
  let attempts = 0
  const input: string[] = []
  const handler: JobHandler<{ to: number }, number> = {
    async run() {
      attempts++
      throw new Error('the disk is full')
    },
    failed: async (payload, error) => void input.push(`${payload.to} ${error}`),
  }
  const restart = async () => {
    for (const { lifecycle, database } of open.splice(0)) {
      await lifecycle.stop()
      await database.close()
    }
    return boot(handler)
  }
  const first = await restart()
  await first.jobs.enqueue(counting, 'key', { to: 7 })
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    const { jobs } = open[0] ?? first
    await expect.poll(async () => (await jobs.report(counting, 'key'))?.error).toBe('the disk is full')
    now += retryDelay(attempt) - 1
    await restart()
    expect(attempts).toBe(attempt)
    now += 1
    await restart()
    await expect.poll(() => attempts).toBe(attempt + 1)
  }
  const { jobs } = open[0] ?? first
  await jobs.settled()
  expect(await jobs.report(counting, 'key')).toMatchObject({ state: 'failed', error: 'the disk is full' })
  expect(input).toEqual(['7 the disk is full'])
})

test('an expected failure is final at once', async () => {
  let runs = 0
  const { jobs } = await boot({
    async run() {
      runs++
      throw fail('space.not-found')
    },
  })
  await jobs.enqueue(counting, 'key', { to: 1 })
  await jobs.settled()
  expect(runs).toBe(1)
  expect(await jobs.report(counting, 'key')).toMatchObject({ state: 'failed' })
})

test('a job cut off by a stop goes on where it had saved, without a lost attempt', async () => {
  const done: number[] = []
  const reached = Promise.withResolvers<void>()
  const countTo: JobHandler<{ to: number }, number> = {
    async run({ payload, resumePoint = 0, signal, saveProgress }) {
      for (let number = resumePoint + 1; number <= payload.to; number++) {
        done.push(number)
        await saveProgress({ done: number, total: payload.to, unit: 'numbers', resumePoint: number })
        if (number === 3 && resumePoint === 0) {
          reached.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          signal.throwIfAborted()
        }
      }
    },
  }
  const previous = await boot(countTo)
  await previous.jobs.enqueue(counting, 'key', { to: 5 })
  await reached.promise
  await previous.lifecycle.stop()
  expect(await previous.jobs.report(counting, 'key')).toMatchObject({ state: 'queued', done: 3, total: 5 })
  const { jobs } = await boot(countTo)
  await jobs.settled()
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('R4.12 a job that was running when its process was killed is queued again by the next start', async () => {
  const { jobs, database } = await boot({ run: () => new Promise(() => {}) })
  await jobs.enqueue(counting, 'key', { to: 1 })
  await expect.poll(async () => (await jobs.report(counting, 'key'))?.state).toBe('running')
  open.length = 0
  await database.close()
  const ran = Promise.withResolvers<number>()
  await boot({ run: async ({ payload }) => ran.resolve(payload.to) })
  expect(await ran.promise).toBe(1)
})

test('R4.12 a job that is killed more often than it has attempts goes on as long as it gets further', async () => {
  const kills = maxAttempts + 2
  const countOn: JobHandler<{ to: number }, number> = {
    async run({ payload, resumePoint = 0, saveProgress }) {
      if (resumePoint === payload.to) return
      await saveProgress({ done: resumePoint + 1, total: payload.to, resumePoint: resumePoint + 1 })
      await new Promise(() => {})
    },
  }
  const first = await boot(countOn)
  await first.jobs.enqueue(counting, 'key', { to: kills })
  for (let kill = 1; kill <= kills; kill += 1) {
    const { jobs, database } = open[0]!
    await expect.poll(async () => (await jobs.report(counting, 'key'))?.done).toBe(kill)
    open.length = 0
    await database.close()
    await boot(countOn)
  }
  const { jobs } = open[0]!
  await expect.poll(async () => (await jobs.report(counting, 'key'))?.state).toBe('done')
})

test('a job that is killed at every attempt before it gets any further is given up', async () => {
  const stuck: JobHandler<{ to: number }, number> = { run: () => new Promise(() => {}) }
  const first = await boot(stuck)
  await first.jobs.enqueue(counting, 'key', { to: 1 })
  for (let kill = 0; kill < maxAttempts; kill += 1) {
    const { jobs, database } = open[0]!
    await expect.poll(async () => (await jobs.report(counting, 'key'))?.state).toBe('running')
    open.length = 0
    await database.close()
    await boot(stuck)
  }
  const { jobs } = open[0]!
  await expect.poll(async () => (await jobs.report(counting, 'key'))?.error).toMatch('ended during every attempt')
})

test('a start is refused while a queued job has no handler, and a kind never has two', async () => {
  const { jobs, lifecycle, database } = await boot({ run: () => Promise.reject(new Error('later')) })
  expect(() => jobs.register(counting, { run: async () => {} })).toThrow('two handlers')
  await jobs.enqueue(counting, 'key', { to: 1 })
  await lifecycle.stop()
  await database.close()
  open.length = 0
  await expect(boot()).rejects.toThrow('no handler is registered for the jobs count')
})

test('a daily job runs at the start and every day, and a day on which it cannot be begun ends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  try {
    let runs = 0
    const { jobs, database } = await boot(undefined, (platform) =>
      platform.jobs.daily(jobKind<null>('every-day'), { run: async () => void (runs += 1) }),
    )
    await jobs.settled()
    expect(runs).toBe(1)
    vi.advanceTimersByTime(day)
    await expect.poll(() => runs).toBe(2)
    await jobs.settled()
    await database.query<{ jobs: object }>().schema.alterTable('jobs').renameTo('lost').execute()
    vi.advanceTimersByTime(day)
    await delay(50)
    await database.query<{ jobs: object }>().schema.alterTable('lost').renameTo('jobs').execute()
    vi.advanceTimersByTime(day)
    await expect.poll(() => runs).toBe(3)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
    vi.useRealTimers()
  }
})
