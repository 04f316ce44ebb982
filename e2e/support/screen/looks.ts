import { test, type Browser, type Page } from '@playwright/test'
import { languages, type Language } from '../../../contract/src/kernel/text.ts'
import { enter, forgetStorage, prefer, themes, type Theme } from './screen.ts'
import type { Server } from '../server/server.ts'

export interface Look {
  readonly lang: Language
  readonly theme: Theme
}

/** Every language in every theme. */
export const looks: readonly Look[] = languages.flatMap((lang) => themes.map((theme) => ({ lang, theme })))

/** Each language and theme once, for stories about behavior rather than looks. */
export const eachOnce: readonly Look[] = [
  { lang: 'zh-CN', theme: 'dark' },
  { lang: 'en-US', theme: 'light' },
]

/**
 * Tells a story in both languages and themes, signed in from the start: one server, and a page for each look that finds
 * nothing of the one before but the code of the console in the browser's cache.
 */
export async function inEveryLook(browser: Browser, server: Entrance, story: LookStory): Promise<void> {
  await inLooks(looks, browser, server, story)
}

/** Tells a story about what a page does: in both languages, and in both themes on the way. */
export async function inEachLanguage(browser: Browser, server: Entrance, story: LookStory): Promise<void> {
  await inLooks(eachOnce, browser, server, story)
}

type Entrance = Pick<Server, 'address' | 'token'>
type LookStory = (page: Page, look: Look) => Promise<void>

async function inLooks(selected: readonly Look[], browser: Browser, server: Entrance, story: LookStory): Promise<void> {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  for (const look of selected) {
    await test.step(`${look.lang} ${look.theme}`, async () => {
      const page = await context.newPage()
      await prefer(page, look)
      await enter(page, server)
      await story(page, look)
      for (const each of context.pages()) await each.close()
      await context.clearCookies()
      await forgetStorage(context, server.address)
    })
  }
  await context.close()
}
