import type { Log } from '#platform/log'

type Step = () => Promise<void> | void

/** Starts and stops the areas' own activity (timers, recovery, watchers). Factories build; they start nothing. */
export interface Lifecycle {
  /** Runs after every area was built and before the first request, in the order of registration. */
  onStart(step: Step): void
  /** Runs in reverse order when the process is asked to end. */
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
