import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Language } from '../../../contract/src/kernel/text.ts'
import type { Server } from '../server/server.ts'
import { password } from '../server/session.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Sets the stored preferences before the page is opened. */
export async function prefer(page: Page, { theme = 'light', lang = 'en-US' }: { theme?: Theme; lang?: Language } = {}) {
  const system = JSON.stringify({ state: { theme, lang }, version: 0 })
  await page.addInitScript((value) => localStorage.getItem('system') ?? localStorage.setItem('system', value), system)
}

/**
 * Signs the first account in without the sign-in page, by storing the token before the first document. English unless another
 * language was preferred.
 */
export async function enter(page: Page, { token }: Pick<Server, 'token'>): Promise<void> {
  await prefer(page)
  await page.addInitScript((value) => {
    // Once: a sign-out must persist.
    if (sessionStorage.getItem('entered') !== null) return
    sessionStorage.setItem('entered', 'true')
    localStorage.setItem('token', value)
  }, token)
}

/**
 * Signs the first account in through the page, in English unless another language was preferred. `address` for browsers without
 * base URL.
 */
export async function signIn(page: Page, address = ''): Promise<void> {
  await prefer(page)
  await page.goto(`${address}/login`)
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/welcome')
}

/** Changes the theme as another tab would, without closing anything. */
export async function changeTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const system = JSON.parse(localStorage.getItem('system') ?? '{}') as { state: object }
    localStorage.setItem('system', JSON.stringify({ ...system, state: { ...system.state, theme: value } }))
    dispatchEvent(new StorageEvent('storage', { key: 'system' }))
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Waits until nothing is loading. The event stream stays open, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('main').first().waitFor()
  await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
}

/** Waits until animations have ended and are drawn. */
export async function resting(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    await nextFrame()
    await nextFrame()
    const endsByItself = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(endsByItself)
        .map(({ finished }) => finished),
    )
    await nextFrame()
  })
}

/** Clears browser storage, except the HTTP cache. */
export async function forgetStorage(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,file_systems' })
  await page.close()
}
