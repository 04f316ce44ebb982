import { type Browser, type Page, test } from '@playwright/test'
import { languages, type Language } from '../../contract/src/kernel/text.ts'
import { prefer, themes, type Theme } from './screen.ts'
import { enter, type Seeded } from './seeded.ts'

export interface Look {
  readonly lang: Language
  readonly theme: Theme
}

/** Tells a story in both languages and themes: one server, a browser context for each, signed in from the start. */
export async function inEveryLook(
  browser: Browser,
  seeded: Seeded,
  story: (page: Page, look: Look) => Promise<void>,
): Promise<void> {
  for (const lang of languages) {
    for (const theme of themes) {
      await test.step(`${lang} ${theme}`, async () => {
        const context = await browser.newContext({ baseURL: seeded.address, viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        await prefer(page, { lang, theme })
        await enter(page, seeded)
        await story(page, { lang, theme })
        await context.close()
      })
    }
  }
}
