import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { openSqlite } from '../../server/src/platform/database/sqlite.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { seedReadings } from './seed.ts'

/**
 * The charts of the resource page: `npm run bench resources/page`. 90 days of 50 hosts with 20 series each, in the built console in a
 * real browser at 1440×900: milliseconds from the press on 90 d until the lines of that span are drawn, and from asking for the address
 * of those charts in a new tab, with the console's files in the browser's cache, until they are.
 */
const rounds = 7
const target = 500
const day = 86_400
const figures = ['utilization', 'memory', 'temperature', 'power']
const names = figures.flatMap((figure) => [0, 1, 2, 3, 4].map((index) => `accelerator/${index}/${figure}`))
const hostIds = ['server', ...Array.from({ length: 49 }, (_, host) => `host-${host}`)]

async function prepare(data: string): Promise<void> {
  await (await startServer({ data })).stop()
  const database = createDatabase(openSqlite(join(data, 'vermilion.db')))
  const now = Math.floor(Date.now() / 1_000)
  await seedReadings(database, { hostIds, names, from: now - 90 * day, until: now })
  await database.close()
}

/** From the press on a span until its lines are drawn. */
const press = (page: Page, span: RegExp) =>
  page.evaluate(async (source) => {
    const linesOf = () => {
      const plots = [...document.querySelectorAll<HTMLElement>('main [data-drawn]')]
      return plots.every(({ dataset }) => dataset['drawn'] === 'true')
        ? plots.map(({ textContent }) => textContent).join(' ')
        : ''
    }
    const choice = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')].find(({ textContent }) =>
      new RegExp(source).test(textContent),
    )
    const previous = linesOf()
    const from = performance.now()
    choice?.click()
    const frame = () => new Promise(requestAnimationFrame)
    for (let lines = previous; lines === '' || lines === previous; lines = linesOf()) await frame()
    await frame()
    return performance.now() - from
  }, span.source)

/** Records when lines are first drawn. */
const watchLines = () => {
  const look = () => {
    if (document.querySelector('main [data-drawn="true"]') === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => Object.assign(window, { drawnAt: performance.now() }))
  }
  requestAnimationFrame(look)
}
const readDrawnAt = async (page: Page): Promise<number> => {
  const at = await page.waitForFunction(() => (window as { drawnAt?: number }).drawnAt)
  return (await at.jsonValue()) as number
}

/** In a new tab: from the start of navigation until lines are drawn, and the first contentful paint. */
async function openCold(context: BrowserContext): Promise<{ drawn: number; painted: number }> {
  const page = await context.newPage()
  try {
    await page.addInitScript(watchLines)
    await page.goto('/resource?tab=compute&range=90d')
    const drawn = await readDrawnAt(page)
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
    return { drawn, painted: painted ?? Number.NaN }
  } finally {
    await page.close()
  }
}

/** Within the console, with no code of the resource page loaded: from the press on the link until lines are drawn. */
async function openFromConsole(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  try {
    await page.goto('/settings/about')
    await page.locator('a[href="/resource"]').first().waitFor()
    const from = await page.evaluate(() => {
      const at = performance.now()
      document.querySelector<HTMLElement>('a[href="/resource"]')?.click()
      return at
    })
    await page.evaluate(watchLines)
    return (await readDrawnAt(page)) - from
  } finally {
    await page.close()
  }
}

const tell = (name: string, times: number[]): number => {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  console.log(`${name}: ${median.toFixed(0)} ms, the slowest ${Math.max(...times).toFixed(0)} ms   target ${target} ms`)
  return median
}

await ensureConsole(process.execPath)
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
const data = mkdtempSync(join(tmpdir(), 'vermilion-page-'))
await prepare(data)
const server = await startServer({ data })
try {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await prefer(page)
  await signIn(page)
  await page.goto('/resource?tab=compute')
  await page.locator('main [data-drawn="true"]').first().waitFor({ state: 'attached' })
  const pressed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    pressed.push(await press(page, /^90/))
    await press(page, /^1 /)
  }
  const opened: number[] = []
  for (let round = 0; round < rounds; round += 1) opened.push(await openFromConsole(context))
  const cold: { drawn: number; painted: number }[] = []
  for (let round = 0; round < rounds; round += 1) cold.push(await openCold(context))
  const medians = [
    tell('from the press on 90 d', pressed),
    tell('from the press in the sidebar, none of the page loaded before', opened),
    tell(
      'a new tab at the address of 90 d: first contentful paint',
      cold.map(({ painted }) => painted),
    ),
  ]
  tell(
    'a new tab at the address of 90 d: lines drawn, the start of the console included',
    cold.map(({ drawn }) => drawn),
  )
  process.exitCode = medians.every((median) => median <= target) ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
