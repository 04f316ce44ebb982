import type { Page } from '@playwright/test'

/** Lets the page wait for answers; the returned function lets them come. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    // One that the page has given up needs no answer.
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}
