import type { Log } from '#platform/log'

type Step = () => Promise<void> | void

/** Starts and stops the areas' own activity (timers, recovery, watchers). Factories build; they start nothing. */
export type Lifecycle = ReturnType<typeof createLifecycle>

export function createLifecycle({ log }: { log: Log }) {
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
    /** Runs after every area was built and before the first request, in the order of registration. */
    onStart: (step: Step) => void starting.push(step),
    /** Runs in reverse order when the process is asked to end. */
    onStop: (step: Step) => void stopping.push(step),
    async start(): Promise<void> {
      for (const step of starting) await step()
    },
    stop: () => (stopped ??= stopAll()),
  }
}
