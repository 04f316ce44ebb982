import type { BrowserContext } from '@playwright/test'
import type { Screen } from '../../../tools/screens/pages.ts'
import { changeTheme, enter, forgetStorage, prefer, resting, themes } from './screen.ts'
import type { Seeded } from '../seeded.ts'
import { openWeighed } from './sizes.ts'
import { colourRules, findViolations } from './violations.ts'

interface PageProblems {
  /** Accessibility violations of the pages and their dialogs, in both themes. */
  readonly violations: readonly string[]
  /** Pages that exceed their budget of scripts and styles on first load. */
  readonly tooLarge: readonly string[]
}

/**
 * Opens pages, each in a fresh context, and prints their weights. Needs reduced motion: contrast is meaningless during color
 * transitions.
 */
export async function pageProblems(
  context: BrowserContext,
  seeded: Seeded,
  pages: readonly Screen[],
): Promise<PageProblems> {
  const violations: string[] = []
  const table: string[] = []
  const tooLarge: string[] = []
  for (const { name, path, open, signedOut = false } of pages) {
    const page = await context.newPage()
    await (signedOut ? prefer(page) : enter(page, seeded))
    const { line, isTooLarge } = await openWeighed(page, { name, path: path(seeded.content), signedOut })
    table.push(line)
    if (isTooLarge) tooLarge.push(line)
    await open?.(page)
    for (const theme of themes) {
      await changeTheme(page, theme)
      // During a theme change a frame mixes old and new colors.
      await resting(page)
      const scope = theme === themes[0] ? {} : { rules: colourRules }
      violations.push(...(await findViolations(page, scope)).map((violation) => `${name}, ${theme}: ${violation}`))
    }
    await page.close()
    // Stored state of one page would load code for it on the next.
    await forgetStorage(context, seeded.address)
  }
  // eslint-disable-next-line no-console -- how far each page is from its limit is what a reader of the run wants
  console.log(table.join('\n'))
  return { violations, tooLarge }
}
