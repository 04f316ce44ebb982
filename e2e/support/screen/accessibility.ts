import type { BrowserContext } from '@playwright/test'
import type { Screen } from '../../../tools/screens/pages.ts'
import { changeTheme, enter, forgetStorage, prefer, resting, themes } from './screen.ts'
import type { Seeded } from '../seeded.ts'
import { openWeighed } from './sizes.ts'
import { colourRules, findViolations } from './violations.ts'

interface PageProblems {
  /** Accessibility violations of the pages and their dialogs, in both themes. */
  readonly violations: readonly string[]
  /** The pages whose scripts and styles weigh more than they may when they are opened first. */
  readonly tooLarge: readonly string[]
}

/**
 * Opens these pages, each as the first of its user, and prints what each weighs. Motion must be
 * reduced, as everywhere in stories: a colour on its way to another has a contrast of no meaning.
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
      // The frame in which the theme changes has old colours beside new ones.
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
