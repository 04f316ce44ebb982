import { test, type Browser, type Page } from '@playwright/test'
import { proofs } from '../../../tools/test/circles.ts'
import { languages, type Language } from '../../../contract/src/kernel/text.ts'
import { enter, forgetStorage, prefer, themes, type Theme } from './screen.ts'
import type { Server } from '../server/server.ts'

export interface Look {
  readonly lang: Language
  readonly theme: Theme
}

const isFirstCircle = proofs() === 'first'

/**
 * The languages in which stories that know both are told. The first circle tells them in Chinese, and all the others are
 * English, which shares the stories evenly between the two.
 */
export const storyLanguages: readonly Language[] = isFirstCircle ? ['zh-CN'] : languages

/** Every language in every theme; in the first circle one look. */
export const looks: readonly Look[] = storyLanguages.flatMap((lang) =>
  (isFirstCircle ? (['dark'] as const) : themes).map((theme) => ({ lang, theme })),
)

/** Each language and each theme once, for stories about what the page does rather than how it looks. */
const everyLanguage: readonly Look[] = [
  { lang: 'zh-CN', theme: 'dark' },
  { lang: 'en-US', theme: 'light' },
]
export const eachOnce: readonly Look[] = everyLanguage.filter(({ lang }) => storyLanguages.includes(lang))

/**
 * Tells a story in both languages and themes, signed in from the start: one server, and a page for each look that finds
 * nothing of the one before but the code of the console in the browser's cache.
 */
export async function inEveryLook(browser: Browser, server: Entrance, story: LookStory): Promise<void> {
  await inLooks(looks, browser, server, story)
}

/** Tells a story about what a page does: in both languages, and in both themes on the way. */
export async function inEachLanguage(
  browser: Browser,
  server: Entrance,
  story: LookStory,
  firstCircleLanguage: Language = 'zh-CN',
): Promise<void> {
  const selected = isFirstCircle ? everyLanguage.filter(({ lang }) => lang === firstCircleLanguage) : everyLanguage
  await inLooks(selected, browser, server, story)
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
