import type { Page } from '@playwright/test'

/** Frame times in milliseconds within a duration. */
export const framesWithin = (page: Page, duration: number): Promise<number[]> =>
  page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const start = performance.now()
        let last = start
        const next = () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          if (now - start < milliseconds) requestAnimationFrame(next)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(next)
      }),
    duration,
  )

/** Acts 60 times a second like mouse input, without waiting for results. */
export async function sixtyTimesASecond(steps: number, act: (step: number) => void): Promise<void> {
  const start = performance.now()
  for (let step = 0; step < steps; step += 1) {
    act(step)
    const wait = start + ((step + 1) * 1_000) / 60 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
