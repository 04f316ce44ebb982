import type { Page } from '@playwright/test'

/** Holds matching responses back until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    // An aborted request needs no response.
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}
