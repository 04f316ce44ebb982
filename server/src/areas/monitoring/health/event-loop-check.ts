import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Check } from '#platform/checks/checks'
import type { Lifecycle } from '#platform/lifecycle'

/** Sampling interval in milliseconds, which the histogram includes in each delay. */
const resolution = 50
/** Milliseconds per window; results cover the present and the previous one. */
const windowTime = 150_000
/** Tolerated 99th percentile in milliseconds. */
const maxDelayMs = 250
const minSamples = 100

interface Delay {
  readonly samples: number
  readonly usual: number
  readonly max: number
}

export function eventLoopCheck(lifecycle: Lifecycle): Check {
  const histogram = monitorEventLoopDelay({ resolution })
  let previous: Delay | undefined
  let timer: NodeJS.Timeout | undefined
  const milliseconds = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - resolution))
  const now = (): Delay => ({
    samples: histogram.count,
    usual: milliseconds(histogram.percentile(99)),
    max: milliseconds(histogram.max),
  })
  lifecycle.onStart(() => {
    histogram.enable()
    timer = setInterval(() => {
      previous = now()
      histogram.reset()
    }, windowTime).unref()
  })
  lifecycle.onStop(() => {
    clearInterval(timer)
    histogram.disable()
  })
  return {
    id: 'event-loop',
    async examine() {
      const windows = [previous, now()].filter((delay) => delay !== undefined && delay.samples >= minSamples)
      if (windows.length === 0)
        return {
          state: 'unknown',
          words: [{ en: 'The server has not run long enough to tell', zh: '服务器运行时间太短，尚无法判断' }],
        }
      const maxOf = (of: (delay: Delay) => number) => Math.max(...windows.map((delay) => of(delay as Delay)))
      const [usual, max] = [maxOf((delay) => delay.usual), maxOf((delay) => delay.max)]
      return {
        state: usual > maxDelayMs ? 'problem' : 'ok',
        words: [
          {
            en: `99 of 100 requests waited at most ${usual} ms, the longest ${max} ms`,
            zh: `99% 的请求等待不超过 ${usual} ms，最长 ${max} ms`,
          },
        ],
      }
    },
  }
}
