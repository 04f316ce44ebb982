import { copyFileSync, mkdirSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { languages, type Language } from '../../contract/src/kernel/text.ts'
import { prefer, settled, signIn, themes, type Theme } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { ensureBrowser } from '../browser/browser.ts'
import { inRoot } from '../launch/run.mjs'
import { startSeedBoard } from './board.ts'
import { startLackingComfyui } from './comfyui.ts'
import { pages } from './pages.ts'
import { seed, type Seed } from './seed.ts'

/** Milliseconds that charts and the studio's worker take to draw, which nothing on the page announces. */
const drawingTime = 1_500

/** `npm run screens`: every page in both themes and languages, as `screens/<language>-<theme>/<page>.png`. */
const comfyui = await startLackingComfyui()
const board = await startSeedBoard()
const server = await startServer()
const browser = await chromium.launch({ executablePath: ensureBrowser() })
try {
  const content = await seed(server, { comfyui: comfyui.address, board })
  for (const lang of languages) {
    for (const theme of themes) await photograph(browser, content, lang, theme)
  }
} finally {
  await browser.close()
  await server.stop()
  await comfyui.stop()
  await board?.stop()
}

async function photograph(from: Browser, content: Seed, lang: Language, theme: Theme): Promise<void> {
  const folder = inRoot(`screens/${lang}-${theme}`)
  mkdirSync(folder, { recursive: true })
  const context = await from.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await prefer(page, { lang, theme })
  let signedIn = false
  for (const { name, path, signedOut, open, inReadme } of pages) {
    if (!signedIn && signedOut === undefined) {
      await signIn(page)
      signedIn = true
    }
    await page.goto(path(content))
    // What opens by a key needs a page that listens.
    if (open !== undefined) await settled(page).then(() => open(page))
    await settle(page)
    const file = `${folder}/${name}.png`
    await page.screenshot({ path: file, animations: 'disabled' })
    console.log(`${lang} ${theme} ${name}`)
    if (inReadme === true && lang === 'en-US' && theme === 'light') publish(file, name)
  }
  await context.close()
}

/** Waits for what is drawn outside the document as well. */
async function settle(page: Page): Promise<void> {
  await settled(page)
  await page.waitForTimeout(drawingTime)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
}

/** The README's few pictures are part of the repository. */
function publish(file: string, name: string): void {
  mkdirSync(inRoot('docs/screenshots'), { recursive: true })
  copyFileSync(file, inRoot(`docs/screenshots/${name}.png`))
}
