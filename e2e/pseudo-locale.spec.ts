import { readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pages } from '../tools/screens/pages.ts'
import { clippedTexts } from './support/screen/clipped-texts.ts'
import { foreignTexts, gatherData } from './support/screen/foreign-texts.ts'
import { buildPseudoConsole, serveConsoleFrom } from './support/screen/pseudo.ts'
import { enter, prefer, resting, settled } from './support/screen/screen.ts'
import { expect, test as base } from './support/seeded.ts'

/** Of the test rather than the worker: a worker with more of its own would need a browser and a seed of its own. */
const test = base.extend<{ pseudoConsole: string }>({
  pseudoConsole: [
    async ({ seeded }, use) => {
      const folder = await buildPseudoConsole()
      const { address, stop } = await serveConsoleFrom(folder, seeded.address)
      await use(address)
      await stop()
      await rm(folder, { recursive: true })
    },
    { timeout: 120_000 },
  ],
})

const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

test('R1.10 in a language two fifths longer nothing is untranslated, or clipped at 1280×800 and 1920×1080', async ({
  browser,
  seeded,
  pseudoConsole,
}) => {
  const context = await browser.newContext({ baseURL: pseudoConsole, reducedMotion: 'reduce' })
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
        // What the server sent may be heard of a moment after it is shown.
        await expect
          .poll(look, { timeout: 3_000 })
          .toBe(0)
          .catch(() => undefined)
        problems.push(...foreign.map((finding) => `${name}: ${finding}`))
      }
      // A part that slides in is measured where it comes to rest.
      await resting(page)
      problems.push(...(await clippedTexts(page)).map((finding) => `${name} ${size.width}: ${finding}`))
    }
  }
  await context.close()
  expect(problems).toEqual([])
})

test('the console that users get holds nothing of the language for tests', async () => {
  const folder = fileURLToPath(new URL('../console/dist/assets/', import.meta.url))
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  for (const file of scripts) expect(await readFile(folder + file, 'utf8'), file).not.toContain('⟦')
})
