import { type Browser, type Page, test } from '@playwright/test'
import { languages, type Language } from '../../contract/src/kernel/text.ts'
import { prefer, themes, type Theme } from './screen.ts'
import { enter, type Seeded } from './seeded.ts'

export interface Look {
  readonly lang: Language
  readonly theme: Theme
}

/** Every language in every theme. */
export const looks: readonly Look[] = languages.flatMap((lang) => themes.map((theme) => ({ lang, theme })))

/** Each language and each theme once, for stories about what the page does rather than how it looks. */
export const eachOnce: readonly Look[] = [
  { lang: 'zh-CN', theme: 'dark' },
  { lang: 'en-US', theme: 'light' },
]

/** Tells a story in both languages and themes: one server, a browser context for each, signed in from the start. */
export async function inEveryLook(
  browser: Browser,
  seeded: Pick<Seeded, 'address' | 'token'>,
  story: (page: Page, look: Look) => Promise<void>,
): Promise<void> {
  for (const look of looks) {
    await test.step(`${look.lang} ${look.theme}`, async () => {
      const context = await browser.newContext({ baseURL: seeded.address, viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await prefer(page, look)
      await enter(page, seeded)
      await story(page, look)
      await context.close()
    })
  }
}
