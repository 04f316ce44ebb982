import type { Log } from '#platform/log'

type Step = () => Promise<void> | void

/** When an area begins and ends to work by itself (timers, recovery, watchers). Factories build; they start nothing. */
export interface Lifecycle {
  /** Runs after every area was built and before the first request, in the order of registration. */
  onStart(step: Step): void
  /** Runs when the process is asked to end, in reverse order. */
  onStop(step: Step): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function createLifecycle({ log }: { log: Log }): Lifecycle {
  const starting: Step[] = []
  const stopping: Step[] = []
  let stopped: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const step of stopping.reverse()) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'a part did not stop cleanly')
      }
    }
  }

  return {
    onStart: (step) => void starting.push(step),
    onStop: (step) => void stopping.push(step),
    async start() {
      for (const step of starting) await step()
    },
    stop: () => (stopped ??= stopAll()),
  }
}
