import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { finished } from 'node:stream/promises'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '../../e2e/support/server/client.ts'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { framesWithin, sixtyTimesASecond } from '../../e2e/support/screen/frame-times.ts'

/**
 * The page of a task's metrics: `npm run bench metrics`. 100 series of 100,000 points each, which its program wrote into
 * one file, all in one chart, in the built console in a real browser at 1440×900 without a graphics card. First paint:
 * milliseconds from the press on the tab, and from the opening of the address, until the curves are drawn. Frames:
 * milliseconds between two animation frames while the chart is zoomed with the wheel and moved by a drag. Also in the
 * charts of each metric apart, of which the window shows a part.
 */
const series = 100
const points = 100_000
const rounds = 7
const steps = 120
const targets = { paint: 500, frame: 25 }

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const taskId = 'bench-task'

/** An ended task with its metrics. */
async function prepare(data: string): Promise<void> {
  const server = await startServer({ data })
  await server.stop()
  const output = join(data, 'tasks', taskId, 'output')
  mkdirSync(output, { recursive: true })
  const file = createWriteStream(join(output, 'metrics.csv'))
  const names = Array.from({ length: series }, (_, number) => `layer-${String(number).padStart(3, '0')}/loss`)
  file.write(`step,${names.map((name) => name.replace('/loss', '')).join()}\n`)
  for (let step = 0; step < points; step += 1) {
    const row = names.map((_, number) => {
      const noise = ((step * 7919 + number * 104_729) % 1_000) / 4_000
      return (Math.exp(-step / (points / (2 + number / 20))) + noise + number / 50).toPrecision(6)
    })
    if (!file.write(`${step},${row.join()}\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)

  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const columns = database.prepare('pragma table_info(tasks)').all() as {
    name: string
    type: string
    notnull: number
    dflt_value: unknown
  }[]
  const now = new Date().toISOString()
  const fields: Record<string, string | number> = {
    id: taskId,
    name: 'bench',
    kind: 'training',
    status: 'success',
    reason: '{"name":"none","values":{}}',
    progress: 'null',
    command: '[]',
    parameters: '{}',
    dataKind: 'dataset',
    pool: 'local',
    createdAt: now,
    startedAt: now,
    endedAt: now,
  }
  const filled = columns.filter(
    ({ name, notnull, dflt_value }) => name in fields || (notnull === 1 && dflt_value === null),
  )
  const values = filled.map(({ name, type }) => fields[name] ?? (type === 'text' ? '' : 0))
  const sql = `insert into tasks (${filled.map(({ name }) => `"${name}"`).join()}) values (${filled.map(() => '?').join()})`
  database.prepare(sql).run(...values)
  database.close()
}

/** Frame times during a gesture with 60 events a second, as from a mouse. */
async function framesOf(page: Page, send: (step: number) => Promise<unknown>): Promise<number[]> {
  const frames = framesWithin(page, (steps * 1_000) / 60)
  await sixtyTimesASecond(steps, (step) => void send(step))
  return frames
}

const drawn = '[data-drawn="true"]'
/** Milliseconds from a moment until the first chart is drawn, as seen by the page. */
const untilDrawn = (page: Page, since: 'opening' | 'press') =>
  page.evaluate(
    ([selector, from]) =>
      new Promise<number>((resolve) => {
        const begin = from === 'opening' ? 0 : performance.now()
        if (from === 'press') document.querySelector<HTMLElement>('[role=tab][id$=metrics]')?.click()
        const look = () => {
          if (document.querySelector(selector) === null) return requestAnimationFrame(look)
          // The current document is displayed with the next frame.
          return requestAnimationFrame(() => resolve(performance.now() - begin))
        }
        look()
      }),
    [drawn, since] as const,
  )

await ensureConsole(process.execPath)
const data = mkdtempSync(join(tmpdir(), 'vermilion-metrics-'))
let missed = false
const tell = (name: string, values: readonly number[], part: number, target: number) => {
  const value = at(values, part)
  missed ||= !(value <= target)
  const words = [0.5, 0.95, 1].map((one) => at(values, one).toFixed(1).padStart(8)).join('')
  console.log(`${name.padEnd(48)}${words}   target ${target} (${part === 0.5 ? 'median' : 'p95'})`)
}
try {
  await prepare(data)
  const server = await startServer({ data })
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
  try {
    const call = createClient(server)
    const begin = performance.now()
    const list = () => call(metricEndpoints.listSeries, { params: { taskId } })
    while ((await list()).unread > 0) await new Promise((go) => setTimeout(go, 50))
    console.log(
      `${series} series of ${points} points read once in ${((performance.now() - begin) / 1_000).toFixed(1)} s`,
    )
    console.log(`${''.padEnd(48)}  median     p95     max`)
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    await prefer(page)
    await signIn(page)
    const address = `/compute/taskdetail/${taskId}`
    const presses: number[] = []
    const openings: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(address)
      await page.getByRole('tab').first().waitFor()
      await page.waitForTimeout(500)
      presses.push(await untilDrawn(page, 'press'))
      await page.goto(`${address}?tab=metrics`, { waitUntil: 'commit' })
      openings.push(await untilDrawn(page, 'opening'))
    }
    tell('first paint from the press on the tab (ms)', presses, 0.5, targets.paint)
    tell('first paint from the opening of the address (ms)', openings, 0.5, targets.paint)

    const session = await context.newCDPSession(page)
    const mouse = (event: object) => session.send('Input.dispatchMouseEvent', event as never)
    for (const apart of [false, true]) {
      await page.goto(`${address}?tab=metrics&apart=${apart}`)
      await page.locator(drawn).first().waitFor()
      await page.waitForTimeout(1_000)
      const box = await page.locator(drawn).first().boundingBox()
      if (box === null) throw new Error('there is no chart')
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const wheel = (step: number) =>
        mouse({ type: 'mouseWheel', ...middle, deltaX: 0, deltaY: step % 60 < 40 ? -20 : 30, modifiers: 2 })
      const where = apart ? 'a chart for each metric' : 'all in one chart'
      tell(`frames while zooming, ${where} (ms)`, await framesOf(page, wheel), 0.95, targets.frame)
      await page.waitForTimeout(1_000)
      await mouse({ type: 'mousePressed', ...middle, button: 'left', buttons: 1, clickCount: 1, modifiers: 8 })
      const drag = (step: number) =>
        mouse({
          type: 'mouseMoved',
          x: middle.x + Math.sin(step / 12) * 300,
          y: middle.y,
          button: 'left',
          buttons: 1,
          modifiers: 8,
        })
      tell(`frames while moving, ${where} (ms)`, await framesOf(page, drag), 0.95, targets.frame)
      await mouse({ type: 'mouseReleased', ...middle, button: 'left', clickCount: 1, modifiers: 8 })
      await page.waitForTimeout(500)
      const hover = (step: number) =>
        mouse({ type: 'mouseMoved', x: middle.x + Math.sin(step / 12) * 300, y: middle.y })
      tell(`frames while reading values, ${where} (ms)`, await framesOf(page, hover), 0.95, targets.frame)
      if (process.argv.includes('--picture')) await page.screenshot({ path: `/tmp/metrics-${String(apart)}.png` })
    }
  } finally {
    await browser.close()
    await server.stop()
  }
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
if (missed) {
  console.error('A figure is above its target.')
  process.exitCode = 1
}
