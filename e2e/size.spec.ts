import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Browser } from '@playwright/test'
import { pages } from '../tools/screens/pages.ts'
import { enter, settled } from './support/screen.ts'
import { expect, test, type Seeded } from './support/seeded.ts'

/** Kilobytes (1,000 bytes) of script and style sheets, compressed by brotli at its best. */
const limits = { signIn: 220, afterwards: 350 }

const built = fileURLToPath(new URL('../console/dist/', import.meta.url))
const sizes = new Map<string, number>()

test('a first page is light: /login loads at most 220 kB of scripts and styles, any other page at most 350 kB', async ({
  browser,
  seeded,
}) => {
  const table: string[] = []
  const tooLarge: string[] = []
  for (const { name, path, signedOut } of pages) {
    const files = await loadedBy(browser, seeded, path(seeded.content), signedOut ?? false)
    expect(files.filter((file) => file.endsWith('.js')).length, `scripts seen on ${name}`).toBeGreaterThan(3)
    const total = files.map(sizeOf).reduce((sum, size) => sum + size, 0)
    const limit = signedOut === true ? limits.signIn : limits.afterwards
    const line = `${name.padEnd(24)}${total.toFixed(1).padStart(7)} of ${limit} kB in ${files.length} files`
    table.push(line)
    if (total > limit) tooLarge.push(line)
  }
  // eslint-disable-next-line no-console -- how far each page is from its limit is what a reader of the run wants
  console.log(table.join('\n'))
  expect(tooLarge).toEqual([])
})

// Thirty contexts of no interest.
test.use({ screenshot: 'off' })

/** The scripts and style sheets that a browser without anything in its cache asks for, workers' included. */
async function loadedBy(browser: Browser, seeded: Seeded, path: string, signedOut: boolean): Promise<string[]> {
  const context = await browser.newContext({ baseURL: seeded.address })
  const files = new Set<string>()
  let previousSize = 0
  context.on('response', (response) => {
    const file = new URL(response.url()).pathname.slice(1)
    if (/\.(js|css)$/.test(file) && !file.startsWith('api/')) files.add(file)
  })
  const page = await context.newPage()
  if (!signedOut) await enter(page, seeded)
  await page.goto(path)
  await settled(page)
  // What is loaded as soon as there is time for it belongs to the first page as well.
  while (previousSize < files.size) {
    previousSize = files.size
    await page.waitForTimeout(300)
  }
  await context.close()
  return [...files]
}

/** The built file's size; the server compresses the same bytes, at a quality that keeps it quick. */
function sizeOf(file: string): number {
  const existing = sizes.get(file)
  if (existing !== undefined) return existing
  const content = readFileSync(built + file)
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const size = brotliCompressSync(content, options).length / 1_000
  sizes.set(file, size)
  return size
}
