import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { delayAfter, forgivenEvery, maxWaitMs, type Limit } from '../rules.ts'

export interface Bucket {
  readonly key: string
  readonly limit: Limit
  /** True when success clears earlier failures, not only the attempt's own. */
  readonly clears: boolean
}

interface Failures {
  readonly count: number
  readonly since: number
  readonly blockedUntil: number
}

export interface Attempt {
  succeeded(): void
  /** Takes back an attempt that was never checked. */
  withdraw(): void
}

const maxBuckets = 20_000

export function throttled(milliseconds: number) {
  return fail('login.throttled', { seconds: Math.ceil(milliseconds / 1_000), longest: maxWaitMs / 1_000 })
}

/**
 * An attempt counts as failed before it is checked, so concurrent ones see each other; refused attempts do not count.
 * It is in memory only: an attack writes nothing to the database, and a restart forgives.
 */
export function createThrottle(clock: Clock, most = maxBuckets) {
  const buckets = new Map<string, Failures>()

  function currentFailures({ key }: Bucket, now: number): Failures {
    const { count, since, blockedUntil } = buckets.get(key) ?? { count: 0, since: now, blockedUntil: 0 }
    const forgiven = Math.max(0, Math.floor((now - since) / forgivenEvery))
    const left = Math.max(0, count - forgiven)
    return { count: left, since: left === 0 ? now : since + forgiven * forgivenEvery, blockedUntil }
  }

  function keep(key: string, failures: Failures): void {
    buckets.delete(key)
    buckets.set(key, failures)
    const oldest = buckets.size > most ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
  }

  function count(bucket: Bucket, now: number): () => void {
    const { key, limit } = bucket
    const previous = currentFailures(bucket, now)
    const delay = delayAfter(previous.count + 1, limit)
    // Not counted beyond the longest delay, or an old attack would take hours to be forgiven.
    const counted =
      delay === limit.maxDelayMs && delayAfter(previous.count, limit) === delay ? previous.count : previous.count + 1
    const blockedUntil = delay === 0 ? previous.blockedUntil : now + delay
    keep(key, { ...previous, count: counted, blockedUntil })
    return () => {
      const current = buckets.get(key)
      if (current === undefined) return
      const untouched = current.blockedUntil === blockedUntil
      const left = Math.max(0, current.count - (counted - previous.count))
      keep(key, { ...current, count: left, blockedUntil: untouched ? previous.blockedUntil : current.blockedUntil })
    }
  }

  /** In milliseconds, bounded in case the clock was set back. */
  function waitOf(bucket: Bucket, now: number): number {
    return Math.min(currentFailures(bucket, now).blockedUntil - now, bucket.limit.maxDelayMs)
  }

  return {
    isBlocked: (bucket: Bucket) => waitOf(bucket, clock.now()) > 0,
    size: () => buckets.size,
    begin(all: readonly Bucket[]): Attempt {
      const now = clock.now()
      const wait = Math.max(...all.map((bucket) => waitOf(bucket, now)))
      if (wait > 0) throw throttled(wait)
      const undo = all.map((bucket) => ({ bucket, takeBack: count(bucket, now) }))
      return {
        succeeded: () =>
          undo.forEach(({ bucket, takeBack }) => (bucket.clears ? void buckets.delete(bucket.key) : takeBack())),
        withdraw: () => undo.forEach(({ takeBack }) => takeBack()),
      }
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>
