import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, type Browser, type BrowserContext, type Response } from '@playwright/test'
import type { Screen } from '../../../tools/screens/pages.ts'
import { enter, forgetStorage, settled } from './screen.ts'
import type { Seeded } from '../seeded.ts'
import type { Server } from '../server/server.ts'

/** Kilobytes (1,000 bytes) of script and style sheets, compressed by brotli at its best. */
const limits = { signIn: 220, afterwards: 350 }

const built = fileURLToPath(new URL('../../../console/dist/', import.meta.url))
const sizes = new Map<string, number>()

/** Of these pages, opened first, those whose scripts and styles weigh more than they may; prints what each weighs. */
export async function pagesTooLarge(browser: Browser, seeded: Seeded, pages: readonly Screen[]): Promise<string[]> {
  const table: string[] = []
  const tooLarge: string[] = []
  const context = await browser.newContext({ baseURL: seeded.address })
  for (const { name, path, signedOut } of pages) {
    const files = await loadedBy(context, seeded, path(seeded.content), signedOut ?? false)
    expect(files.filter((file) => file.endsWith('.js')).length, `scripts seen on ${name}`).toBeGreaterThan(3)
    const total = files.map(sizeOf).reduce((sum, size) => sum + size, 0)
    const limit = signedOut === true ? limits.signIn : limits.afterwards
    const line = `${name.padEnd(24)}${total.toFixed(1).padStart(7)} of ${limit} kB in ${files.length} files`
    table.push(line)
    if (total > limit) tooLarge.push(line)
  }
  await context.close()
  // eslint-disable-next-line no-console -- how far each page is from its limit is what a reader of the run wants
  console.log(table.join('\n'))
  return tooLarge
}

/** The scripts and style sheets that a page asks for, workers' included, whether or not the browser has them already. */
async function loadedBy(context: BrowserContext, server: Server, path: string, signedOut: boolean): Promise<string[]> {
  const files = new Set<string>()
  let previousSize = 0
  const note = (response: Response) => {
    const file = new URL(response.url()).pathname.slice(1)
    if (/\.(js|css)$/.test(file) && !file.startsWith('api/')) files.add(file)
  }
  context.on('response', note)
  const page = await context.newPage()
  if (!signedOut) await enter(page, server)
  await page.goto(path)
  await settled(page)
  // What is loaded as soon as there is time for it belongs to the first page as well.
  while (previousSize < files.size) {
    previousSize = files.size
    await page.waitForTimeout(300)
  }
  context.off('response', note)
  await page.close()
  // What one page leaves behind would have the next load code for it.
  await forgetStorage(context, server.address)
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
