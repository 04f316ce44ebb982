import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, type Page, type Response } from '@playwright/test'
import { settled } from './screen.ts'

/** Kilobytes (1,000 bytes) of script and style sheets, compressed by brotli at its best. */
const limits = { signIn: 250, welcome: 350, studio: 450, other: 600 }

const built = fileURLToPath(new URL('../../../console/dist/', import.meta.url))
const measured = fileURLToPath(new URL('../../../node_modules/.cache/vermilion/compressed/', import.meta.url))
const sizes = new Map<string, number>()

/** Opens a page as the first of its context, and returns the weight of its scripts and styles. */
export async function openWeighed(page: Page, { name, path, signedOut }: OpenedPage): Promise<PageWeight> {
  const files = await loadedBy(page, path)
  expect(files.filter((file) => file.endsWith('.js')).length, `scripts seen on ${name}`).toBeGreaterThan(0)
  const total = files.map(sizeOf).reduce((sum, size) => sum + size, 0)
  const limit = limits[signedOut ? 'signIn' : kindOfPage(path)]
  const line = `${name.padEnd(24)}${total.toFixed(1).padStart(7)} of ${limit} kB in ${files.length} files`
  return { line, isTooLarge: total > limit }
}

function kindOfPage(path: string): keyof typeof limits {
  if (path.startsWith('/welcome')) return 'welcome'
  return path.includes('/annotate') ? 'studio' : 'other'
}

interface OpenedPage {
  readonly name: string
  readonly path: string
  readonly signedOut: boolean
}

interface PageWeight {
  readonly line: string
  readonly isTooLarge: boolean
}

/** Scripts and styles a page requests, cached or not. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const files = new Set<string>()
  let previousSize = 0
  const note = (response: Response) => {
    const file = new URL(response.url()).pathname.slice(1)
    if (/\.(js|css)$/.test(file) && !file.startsWith('api/')) files.add(file)
  }
  page.on('response', note)
  await page.goto(path)
  await settled(page)
  // Files prefetched when idle count for the first page too.
  while (previousSize < files.size) {
    previousSize = files.size
    await page.waitForTimeout(300)
  }
  page.off('response', note)
  return [...files]
}

/** Size of the built file at best compression; the server compresses faster. */
function sizeOf(file: string): number {
  const existing = sizes.get(file)
  if (existing !== undefined) return existing
  const size = compressedBytes(readFileSync(built + file)) / 1_000
  sizes.set(file, size)
  return size
}

/** Compressing the full console takes seconds, so results are shared between processes. */
function compressedBytes(content: Buffer): number {
  const noted = join(measured, createHash('sha256').update(content).digest('hex'))
  if (existsSync(noted)) return Number(readFileSync(noted, 'utf8'))
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const bytes = brotliCompressSync(content, options).length
  mkdirSync(measured, { recursive: true })
  writeFileSync(`${noted}.${process.pid}`, String(bytes))
  renameSync(`${noted}.${process.pid}`, noted)
  return bytes
}
