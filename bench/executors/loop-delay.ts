/** Preloaded into a server: writes each second how long, in milliseconds, its loop stood still at most, into the file of the variable. */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolution = 5
const file = process.env['BENCH_LOOP_DELAYS'] ?? ''
const histogram = monitorEventLoopDelay({ resolution })
histogram.enable()
if (isMainThread) setInterval(write, 1_000).unref()

function write(): void {
  appendFileSync(file, `${Math.max(0, histogram.max / 1e6 - resolution).toFixed(1)}\n`)
  histogram.reset()
}
