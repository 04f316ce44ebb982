import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { pages } from '../tools/screens/pages.ts'
import { type Theme, enter, prefer, settled, themes } from './support/screen.ts'
import { expect, test } from './support/seeded.ts'

// A colour on its way to another has a contrast of no meaning.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(300_000)

/** What axe calls serious or critical, by rule and place. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

/** Changes the theme as another tab would: what is open stays open. */
async function show(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const system = JSON.parse(localStorage.getItem('system') ?? '{}') as { state: object }
    localStorage.setItem('system', JSON.stringify({ ...system, state: { ...system.state, theme: value } }))
    dispatchEvent(new StorageEvent('storage', { key: 'system' }))
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

test('every page and what opens on it can be used with assistive technology, in both themes', async ({
  context,
  seeded,
}) => {
  const signedOut = await context.newPage()
  const signedIn = await context.newPage()
  await enter(signedIn, seeded)
  for (const page of [signedOut, signedIn]) await prefer(page)
  const problems: string[] = []
  for (const { name, path, open, ...rest } of pages) {
    const page = rest.signedOut === true ? signedOut : signedIn
    await page.goto(path(seeded.content))
    await settled(page)
    await open?.(page)
    for (const theme of themes) {
      await show(page, theme)
      // The frame in which the theme changes has old colours beside new ones.
      await page.waitForTimeout(250)
      problems.push(...(await findings(page)).map((finding) => `${name}, ${theme}: ${finding}`))
    }
  }
  expect(problems).toEqual([])
})
