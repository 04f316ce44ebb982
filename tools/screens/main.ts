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

/** Milliseconds for charts and the studio's worker to draw, which the page does not announce. */
const drawingTime = 1_500

/** Time for charts and the studio to redraw at a new width. */
const redrawingTime = 400

/** Timeout for the images of a page; slower images are missing in the screenshot, and the run fails. */
const imageTime = 60_000

/** CSS pixels of a phone, a notebook and a large screen. Pages are opened in the first. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 2560, height: 1440 },
] as const

/**
 * `npm run screens [name …]`: all pages, or those with these name prefixes, in both themes, languages and three widths, as
 * `screens/<language>-<theme>/<width>/<page>.png`.
 */
const names = process.argv.slice(2)
const selected = pages.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
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
  for (const { width } of sizes) mkdirSync(`${folder}/${width}`, { recursive: true })
  const context = await from.newContext({ baseURL: server.address, viewport: sizes[0] })
  const page = await context.newPage()
  await prefer(page, { lang, theme })
  let signedIn = false
  for (const { name, path, signedOut, open, inReadme } of selected) {
    if (!signedIn && signedOut === undefined) {
      await signIn(page)
      signedIn = true
    }
    await page.setViewportSize(sizes[0])
    await page.goto(path(content))
    // Shortcuts need a page that has attached its listeners.
    if (open !== undefined) await settled(page).then(() => open(page))
    await settle(page, drawingTime)
    for (const size of sizes) {
      if (size !== sizes[0]) {
        await page.setViewportSize(size)
        await settle(page, redrawingTime)
      }
      await page.screenshot({ path: `${folder}/${size.width}/${name}.png`, animations: 'disabled' })
    }
    console.log(`${lang} ${theme} ${name}`)
    if (inReadme === true && lang === 'en-US' && theme === 'light') publish(`${folder}/${sizes[0].width}/${name}.png`, name)
  }
  await context.close()
}

/** Waits for drawings outside the document too. */
async function settle(page: Page, milliseconds: number): Promise<void> {
  await settled(page)
  await page.waitForTimeout(milliseconds)
  const deadline = performance.now() + imageTime
  for (let missing = await missingImages(page); missing.length > 0; missing = await missingImages(page)) {
    if (performance.now() > deadline) {
      console.error(`${page.url()}: did not load ${missing.join(', ')}`)
      process.exitCode = 1
      return
    }
    await page.waitForTimeout(redrawingTime)
  }
}

/** Images outside the window, or scrolled out of a list, are not loaded before they become visible. */
function missingImages(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInSight = (image: HTMLImageElement) => {
      const sight = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      for (let frame = image.parentElement; frame !== null; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflow === 'visible') continue
        const { left, top, right, bottom } = frame.getBoundingClientRect()
        sight.left = Math.max(sight.left, left)
        sight.top = Math.max(sight.top, top)
        sight.right = Math.min(sight.right, right)
        sight.bottom = Math.min(sight.bottom, bottom)
      }
      const { left, top, right, bottom, width } = image.getBoundingClientRect()
      return width > 0 && right > sight.left && left < sight.right && bottom > sight.top && top < sight.bottom
    }
    return [...document.images].filter((image) => !image.complete && isInSight(image)).map(({ src }) => src)
  })
}

/** Copies a picture of the README into the repository. */
function publish(file: string, name: string): void {
  mkdirSync(inRoot('docs/screenshots'), { recursive: true })
  copyFileSync(file, inRoot(`docs/screenshots/${name}.png`))
}
