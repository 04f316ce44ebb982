import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createClient } from '../../e2e/support/server/client.ts'
import { fill } from '../../e2e/support/content/fill.ts'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { seedFiles } from './ground/seed.ts'

/**
 * Scrolling of the page of files: `npm run bench spaces`. 100,000 files of 200 distinct pictures, in the built console in a real
 * browser at 1440×900. Frames: milliseconds between animation frames during continuous scrolling. Leaps: milliseconds from a
 * scroll bar jump until every visible picture is shown.
 */
const files = 100_000
const pictures = 200
const frames = 600
const leaps = 20
const targets = { frame: 20, leap: 250 }

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

async function prepare(data: string): Promise<string> {
  const server = await startServer({ data })
  const call = createClient(server)
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  const made = Array.from({ length: pictures }, async (_, number) => {
    const background = { r: (number * 37) % 256, g: (number * 91) % 256, b: (number * 53) % 256 }
    const create = { width: 640, height: 480, channels: 3, background } as const
    return { path: `pictures/${number}.jpg`, content: await sharp({ create }).jpeg().toBuffer() }
  })
  await fill(server, id, await Promise.all(made))
  await server.stop()
  await seedFiles(data, id, files)
  // Each indexed file maps to one of the pictures.
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  database.exec(`create temp table pictures as select row_number() over () - 1 place, checksum, size from files
    where path like 'pictures/%' and spaceId = '${id}'`)
  database.exec(`update files set kind = 'image', mediaType = 'image/jpeg', broken = 0, width = 640, height = 480,
    (checksum, size) = (select checksum, size from pictures where place = files.number % ${pictures})
    where spaceId = '${id}' and path not like 'pictures/%'`)
  database.close()
  return id
}

/** The scrolling element, for scripts in the page. */
const scroller = `document.querySelector('[role=listbox]').parentElement`

function scroll(page: Page, by: number): Promise<number[]> {
  return page.evaluate(
    ([element, count, step]) =>
      new Promise<number[]>((resolve) => {
        // eslint-disable-next-line typescript/no-implied-eval -- the expression stands above
        const box = (new Function(`return ${element}`) as () => HTMLElement)()
        const times: number[] = []
        let previous = performance.now()
        const next = (now: number) => {
          times.push(now - previous)
          previous = now
          if (times.length > count) return resolve(times.slice(1))
          box.scrollTop += step
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    [scroller, frames, by] as const,
  )
}

function leap(page: Page, part: number): Promise<number> {
  return page.evaluate(
    ([element, share]) =>
      new Promise<number>((resolve) => {
        // eslint-disable-next-line typescript/no-implied-eval -- the expression stands above
        const box = (new Function(`return ${element}`) as () => HTMLElement)()
        const start = performance.now()
        box.scrollTop = box.scrollHeight * share
        const look = () => {
          const { top, bottom } = box.getBoundingClientRect()
          const inView = [...box.querySelectorAll<HTMLElement>('[role=option], [data-blank]')].filter((cell) => {
            const rectangle = cell.getBoundingClientRect()
            return rectangle.bottom > top && rectangle.top < bottom
          })
          const visibleCells = inView.filter((cell) => {
            const picture = cell.querySelector('img')
            return picture?.complete === true
          })
          const milliseconds = performance.now() - start
          // Longer times count as a miss instead of waiting forever.
          if (milliseconds > 10_000 || (inView.length > 0 && visibleCells.length === inView.length))
            resolve(milliseconds)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [scroller, part] as const,
  )
}

await ensureConsole(process.execPath)
const data = mkdtempSync(join(tmpdir(), 'vermilion-scroll-'))
const spaceId = await prepare(data)
const server = await startServer({ data })
const browser = await chromium.launch({ executablePath: ensureBrowser() })
let missed = false
const tell = (name: string, values: readonly number[], target: number) => {
  const late = at(values, 0.95)
  missed ||= !(late <= target)
  console.log(
    `${name.padEnd(44)}median ${at(values, 0.5).toFixed(1).padStart(7)}   p95 ${late.toFixed(1).padStart(7)}   target ${target}`,
  )
}
try {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await prefer(page)
  await signIn(page)
  await page.goto(`/space/list/file/${spaceId}?recursive=true`)
  await page.getByRole('option').first().waitFor()
  // The first rounds create the thumbnails.
  for (const part of [0.2, 0.4, 0.6, 0.8]) await leap(page, part)
  await page.evaluate((element) => {
    // eslint-disable-next-line typescript/no-implied-eval -- the expression stands above
    const box = (new Function(`return ${element}`) as () => HTMLElement)()
    box.scrollTop = 0
  }, scroller)
  tell('frames, a screen in a second (ms)', await scroll(page, 14), targets.frame)
  tell('frames, four screens in a second (ms)', await scroll(page, 56), targets.frame)
  const times: number[] = []
  for (let round = 0; round < leaps; round += 1) {
    times.push(await leap(page, ((round * 7 + 3) % leaps) / leaps))
    await page.waitForTimeout(200)
  }
  tell('leap to any place, until its pictures stand (ms)', times, targets.leap)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
if (missed) {
  console.error('A p95 is above its target.')
  process.exitCode = 1
}
