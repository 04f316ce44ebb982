import type { Page } from '@playwright/test'

/** Lets the page wait for answers; the returned function lets them come. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
