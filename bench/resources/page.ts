import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { openSqlite } from '../../server/src/platform/database/sqlite.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { seedReadings } from './seed.ts'

/**
 * The charts of the resource page: `npm run bench resources/page`. 90 days of 50 hosts with 20 series each, in the built console in a
 * real browser at 1440×900: milliseconds from the press on 90 d until the lines of that span are drawn.
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

/** From the press on a span until other lines are drawn. */
const press = (page: Page, span: RegExp) =>
  page.evaluate(async (source) => {
    const linesOf = () =>
      [...document.querySelectorAll('main svg polyline')].map((line) => line.getAttribute('points')).join(' ')
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

await ensureConsole(process.execPath)
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
const data = mkdtempSync(join(tmpdir(), 'vermilion-page-'))
await prepare(data)
const server = await startServer({ data })
try {
  const page = await browser.newPage({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  await prefer(page)
  await signIn(page)
  await page.goto('/resource?tab=compute')
  await page.locator('main svg polyline').first().waitFor({ state: 'attached' })
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await press(page, /^90/))
    await press(page, /^1 /)
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `first paint of 90 days: ${median.toFixed(0)} ms, the slowest ${Math.max(...times).toFixed(0)} ms   target ${target} ms`,
  )
  process.exitCode = median <= target ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
