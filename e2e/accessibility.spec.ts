import type { Page } from '@playwright/test'
import { pages } from '../tools/screens/pages.ts'
import { type Theme, enter, prefer, resting, settled, themes } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'
import { colourRules, findViolations } from './support/screen/violations.ts'

// A colour on its way to another has a contrast of no meaning.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Changes the theme as another tab would: what is open stays open. */
async function show(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const system = JSON.parse(localStorage.getItem('system') ?? '{}') as { state: object }
    localStorage.setItem('system', JSON.stringify({ ...system, state: { ...system.state, theme: value } }))
    dispatchEvent(new StorageEvent('storage', { key: 'system' }))
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

// By areas, so that they are told at once.
const parts = Array.from({ length: 4 }, (_, part) =>
  pages.slice((pages.length * part) / 4, (pages.length * (part + 1)) / 4),
)
test.describe.configure({ mode: 'parallel' })

for (const [index, part] of parts.entries()) {
  test(`every page and what opens on it can be used with assistive technology, in both themes, ${index + 1} of ${parts.length}`, async ({
    context,
    seeded,
  }) => {
    const signedOut = await context.newPage()
    const signedIn = await context.newPage()
    await enter(signedIn, seeded)
    for (const page of [signedOut, signedIn]) await prefer(page)
    const problems: string[] = []
    for (const { name, path, open, ...rest } of part) {
      const page = rest.signedOut === true ? signedOut : signedIn
      await page.goto(path(seeded.content))
      await settled(page)
      await open?.(page)
      for (const theme of themes) {
        await show(page, theme)
        // The frame in which the theme changes has old colours beside new ones.
        await resting(page)
        const scope = theme === themes[0] ? {} : { rules: colourRules }
        const violations = await findViolations(page, scope)
        problems.push(...violations.map((violation) => `${name}, ${theme}: ${violation}`))
      }
    }
    expect(problems).toEqual([])
  })
}
