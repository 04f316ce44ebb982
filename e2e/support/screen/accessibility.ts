import type { BrowserContext } from '@playwright/test'
import type { Screen } from '../../../tools/screens/pages.ts'
import { changeTheme, enter, prefer, resting, settled, themes } from './screen.ts'
import type { Seeded } from '../seeded.ts'
import { colourRules, findViolations } from './violations.ts'

/**
 * What keeps these pages, and what opens on them, from being used with assistive technology, in both themes. The context
 * must reduce motion: a colour on its way to another has a contrast of no meaning.
 */
export async function accessibilityProblems(
  context: BrowserContext,
  seeded: Seeded,
  pages: readonly Screen[],
): Promise<string[]> {
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
      await changeTheme(page, theme)
      // The frame in which the theme changes has old colours beside new ones.
      await resting(page)
      const scope = theme === themes[0] ? {} : { rules: colourRules }
      const violations = await findViolations(page, scope)
      problems.push(...violations.map((violation) => `${name}, ${theme}: ${violation}`))
    }
  }
  return problems
}
