import type { Browser } from '@playwright/test'
import { ensurePseudoConsole } from '../../../tools/launch/console.mjs'
import type { Screen } from '../../../tools/screens/pages.ts'
import { expect, test as base, type Seeded } from '../seeded.ts'
import { clippedTexts } from './clipped-texts.ts'
import { foreignTexts, gatherData } from './foreign-texts.ts'
import { serveConsoleFrom } from './pseudo.ts'
import { enter, prefer, resting, settled } from './screen.ts'

/** Test scope instead of worker scope: a larger worker fixture would need its own browser and seed. */
export const test = base.extend<{ pseudoConsole: string }>({
  pseudoConsole: [
    async ({ seeded }, use) => {
      const { address, stop } = await serveConsoleFrom(await ensurePseudoConsole(process.execPath), seeded.address)
      await use(address)
      await stop()
    },
    { timeout: 300_000 },
  ],
})

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

interface PseudoLocale {
  readonly browser: Browser
  readonly seeded: Seeded
  /** Address of the console in the pseudo-locale. */
  readonly address: string
}

/** Untranslated or clipped texts of these pages in a language 40% longer. */
export async function pseudoLocaleProblems(
  pages: readonly Screen[],
  { browser, seeded, address }: PseudoLocale,
): Promise<string[]> {
  const context = await browser.newContext({ baseURL: address })
  const signedOut = await context.newPage()
  const signedIn = await context.newPage()
  await enter(signedIn, seeded)
  for (const page of [signedOut, signedIn]) await prefer(page)
  const data = gatherData(signedIn)
  const problems: string[] = []
  for (const { name, path, open, ...rest } of pages) {
    const page = rest.signedOut === true ? signedOut : signedIn
    for (const [index, size] of sizes.entries()) {
      await page.setViewportSize(size)
      if (index === 0) {
        await page.goto(path(seeded.content))
        await settled(page)
        await open?.(page)
        await expect(page.locator('body')).toContainText('⟦')
        let foreign: string[] = []
        const look = async () => (foreign = await foreignTexts(page, data)).length
        // Server data may be recorded a moment after it is displayed.
        await expect
          .poll(look, { timeout: 3_000 })
          .toBe(0)
          .catch(() => undefined)
        problems.push(...foreign.map((finding) => `${name}: ${finding}`))
      }
      // Sliding elements are measured at rest.
      await resting(page)
      problems.push(...(await clippedTexts(page)).map((finding) => `${name} ${size.width}: ${finding}`))
    }
  }
  await context.close()
  return problems
}
