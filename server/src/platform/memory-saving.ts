import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Lifecycle } from './lifecycle.ts'

const flag = 'optimize-for-size'
/** Milliseconds between two looks. */
const interval = 1_000
/** Milliseconds for what a start still does when the server is ready. */
const startTime = 10_000
/** Share of an interval in which the event loop worked: from the first on speed counts, below the second memory may. */
const busy = 0.4
const idle = 0.1
/** Looks in a row that have to be busy, so that neither the start nor one heavy request counts, or idle. */
const busyLooks = 2
const idleLooks = 30

/** What a look at the share of time in which the event loop worked says: undefined where all stays as it is. */
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
 * Memory counts while nothing happens, speed under load. With this flag of V8 the space for new objects stays below a MiB, which
 * has a list of fifty clients cost half as much again; it is read at each collection, so that it may change while a program
 * runs. Nothing is done where the server was started without it (docs/decisions/0012).
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

/** What a load has left would stay until the next one: an idle server allocates too little to have it collected. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  void collect({ type: 'major', execution: 'async' })
}
