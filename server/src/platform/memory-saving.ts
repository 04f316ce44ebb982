import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Lifecycle } from './lifecycle.ts'

const flag = 'optimize-for-size'
/** In milliseconds. */
const interval = 1_000
/** Milliseconds for the work that follows a start. */
const startTime = 10_000
/** Shares of an interval in which the event loop worked: speed counts from `busy` on, memory below `idle`. */
const busy = 0.4
const idle = 0.1
/** Consecutive measurements needed, so that neither the start nor one heavy request counts. */
const busyLooks = 2
const idleLooks = 30

/** Undefined means no change. */
export function createMemorySaving(): (utilization: number) => boolean | undefined {
  let isSaving = true
  let looks = 0
  const change = (saving: boolean) => {
    looks = 0
    isSaving = saving
    return saving
  }
  return (utilization) => {
    const isOther = isSaving ? utilization >= busy : utilization < idle
    looks = isOther ? looks + 1 : 0
    return looks === (isSaving ? busyLooks : idleLooks) ? change(!isSaving) : undefined
  }
}

/**
 * Favors memory when idle and speed under load. This V8 flag keeps the space for new objects below a MiB, which makes a list for
 * fifty clients half as slow again; V8 reads it at each collection, so it can change at run time. Nothing is done when the server
 * was started without the flag (docs/decisions/0012).
 */
export function saveMemoryWhenIdle(lifecycle: Lifecycle): void {
  if (!process.execArgv.includes(`--${flag}`)) return
  const decide = createMemorySaving()
  let last = performance.eventLoopUtilization()
  let timer: NodeJS.Timeout | undefined
  function look(): void {
    const now = performance.eventLoopUtilization()
    const saving = decide(performance.eventLoopUtilization(now, last).utilization)
    last = now
    if (saving === undefined) return
    setFlagsFromString(saving ? `--${flag}` : `--no-${flag}`)
    if (saving) collectGarbage()
  }
  lifecycle.onStart(() => {
    timer = setTimeout(() => {
      last = performance.eventLoopUtilization()
      timer = setInterval(look, interval).unref()
    }, startTime).unref()
  })
  lifecycle.onStop(() => clearInterval(timer))
}

/** An idle server allocates too little to trigger the collection of a load's garbage. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  void collect({ type: 'major', execution: 'async' })
}
