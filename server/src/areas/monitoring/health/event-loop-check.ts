import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Check } from '#platform/checks/checks'
import type { Lifecycle } from '#platform/lifecycle'

/** Milliseconds between two samples, which the histogram counts as a part of each delay. */
const resolution = 50
/** Milliseconds of a window; what is told is of the one that runs and the one before it. */
const windowTime = 150_000
/** Milliseconds that one request in a hundred may wait. */
const mostDelay = 250
/** Samples from which on they say something. */
const fewestSamples = 100

interface Delay {
  readonly samples: number
  /** Of 99 in 100 samples, in milliseconds. */
  readonly usual: number
  readonly longest: number
}

/** How long the event loop let requests wait in the last minutes. */
export function eventLoopCheck(lifecycle: Lifecycle): Check {
  const histogram = monitorEventLoopDelay({ resolution })
  let previous: Delay | undefined
  let timer: NodeJS.Timeout | undefined
  const milliseconds = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - resolution))
  const now = (): Delay => ({
    samples: histogram.count,
    usual: milliseconds(histogram.percentile(99)),
    longest: milliseconds(histogram.max),
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
      const windows = [previous, now()].filter((delay) => delay !== undefined && delay.samples >= fewestSamples)
      if (windows.length === 0)
        return {
          state: 'unknown',
          words: [{ en: 'The server has not run long enough to tell', zh: '服务器运行时间太短，尚无法判断' }],
        }
      const most = (of: (delay: Delay) => number) => Math.max(...windows.map((delay) => of(delay as Delay)))
      const [usual, longest] = [most((delay) => delay.usual), most((delay) => delay.longest)]
      return {
        state: usual > mostDelay ? 'problem' : 'ok',
        words: [
          {
            en: `99 of 100 requests waited at most ${usual} ms, the longest ${longest} ms`,
            zh: `99% 的请求等待不超过 ${usual} ms，最长 ${longest} ms`,
          },
        ],
      }
    },
  }
}
