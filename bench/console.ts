import { chromium, type Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from '../e2e/support/server/client.ts'
import { prefer, signIn } from '../e2e/support/screen/screen.ts'
import { startServer, type Server } from '../e2e/support/server/server.ts'
import { ensureBrowser } from '../tools/browser/browser.ts'
import { ensureConsole } from '../tools/launch/console.mjs'

/**
 * Response times of the console: `npm run bench console`. The built console in a real browser at 1440×900, on the real server
 * with 1,000 data spaces and 1,000 datasets, 50 rows per page. Each value is the time from the browser's time stamp of the click
 * or key press to the end of the first frame that shows the change: a task posted from the animation frame in which the change is
 * in the document runs after that frame is painted. A list is complete when every visible row is. 30 repetitions, at full speed
 * and with the processor throttled to a quarter (CDP `Emulation.setCPUThrottlingRate`).
 */
const things = 1_000
const repetitions = 30
/** Milliseconds; medians of the unthrottled runs. */
const targets = { 'route change to a loaded page': 100, 'key press in the filter of a table': 60, 'theme switch': 200 }

type Measure = keyof typeof targets

/** Probe that the page's script leaves in the window. */
interface Probe {
  /** Milliseconds from the next event of a type to the end of the frame in which `shown` first holds. */
  probe?: Promise<number>
}

async function fill(server: Server): Promise<void> {
  const call = createClient(server)
  const ready = async (search: string) => {
    const last = async () =>
      (await call(datasetEndpoints.listDatasets, { query: search === '' ? {} : { search } })).items[0]
    while (((await last())?.status ?? 'processing') === 'processing') {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const { id: spaceId } = await call(sampleEndpoints.createSample, {
    body: { name: 'sample', count: 1, width: 320, height: 240 },
  })
  await ready('')
  for (let index = 1; index <= things; index += 1) {
    const number = String(index).padStart(4, '0')
    const body = { name: `floor-${number}`, path: `floor-${number}`, tags: ['night', 'line-2'] }
    await call(spaceEndpoints.createSpace, { body })
    const dataset = { format: 'coco', type: 'image', labelType: 'target-detection', spaceId } as const
    await call(datasetEndpoints.createDataset, { body: { name: `labels-${number}`, ...dataset } })
  }
  await ready(`labels-${String(things).padStart(4, '0')}`)
}

/** Performs an action and measures until `shown` (a function body for the page) holds. */
async function time(page: Page, event: string, condition: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([type, condition]) => {
      // eslint-disable-next-line typescript/no-implied-eval -- the conditions are written below, one for each measure
      const holds = new Function(condition) as () => boolean
      const scope = window as unknown as Probe
      scope.probe = new Promise((resolve) => {
        addEventListener(
          type,
          ({ timeStamp }) => {
            const look = () => {
              if (!holds()) return requestAnimationFrame(look)
              const { port1, port2 } = new MessageChannel()
              port1.addEventListener('message', () => resolve(performance.now() - timeStamp), { once: true })
              port1.start()
              return port2.postMessage(null)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
    },
    [event, condition] as const,
  )
  await act()
  return page.evaluate(() => (window as unknown as Probe).probe ?? Number.NaN)
}

const rows = `document.querySelectorAll('main tbody tr').length >= 20`

const measures: Readonly<Record<Measure, (page: Page, round: number) => Promise<number>>> = {
  async 'route change to a loaded page'(page, round) {
    const [to, word] = round % 2 === 0 ? ['data-set', 'labels-'] : ['space', 'floor-']
    const isVisible = `return location.pathname === '/${to}/list' && ${rows} && document.querySelector('main tbody tr').textContent.includes('${word}')`
    return time(page, 'click', isVisible, () => page.locator(`aside a[href="/${to}"]`).click())
  },
  async 'key press in the filter of a table'(page, round) {
    const field = page.locator('main input[type=search]').first()
    if (round === 0) {
      await page.goto('/data-set/list')
      await page.locator('main tbody tr').nth(40).waitFor()
      await field.focus()
    }
    // Typing narrows the list; deleting letter by letter restores all rows.
    const word = 'labels-0'
    const position = round % (2 * word.length)
    const typing = position < word.length
    const length = typing ? position + 1 : 2 * word.length - position - 1
    const isVisible = `return document.activeElement.value === '${word.slice(0, length)}'`
    return time(page, 'keydown', isVisible, () => page.keyboard.press(typing ? (word[position] ?? '') : 'Backspace'))
  },
  async 'theme switch'(page, round) {
    if (round === 0) {
      await page.goto('/data-set/list')
      await page.locator('main tbody tr').nth(40).waitFor()
    }
    const theme = round % 2 === 0 ? 'dark' : 'light'
    const isVisible = `return document.documentElement.dataset.theme === '${theme}'`
    return time(page, 'click', isVisible, () => page.getByRole('button', { name: /^(Dark|Light) theme$/ }).click())
  },
}

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

await ensureConsole(process.execPath)
const server = await startServer()
const browser = await chromium.launch({ executablePath: ensureBrowser() })
let missed = false
try {
  await fill(server)
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await prefer(page)
  await signIn(page)
  const devtools = await context.newCDPSession(page)
  console.log(`${'milliseconds'.padEnd(38)}${'target'.padStart(8)}${'median'.padStart(9)}${'p95'.padStart(9)}`)
  for (const rate of [1, 4]) {
    for (const [name, measure] of Object.entries(measures) as [Measure, (typeof measures)[Measure]][]) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      await page.goto('/space/list')
      await page.locator('main tbody tr').nth(40).waitFor()
      const times: number[] = []
      // The first two rounds warm up.
      for (let round = 0; round < repetitions + 2; round += 1) {
        const measured = await measure(page, round)
        if (round >= 2) times.push(measured)
        // A pause as a user makes it, in which responses of the server are drawn.
        await page.waitForTimeout(300)
      }
      const [median, late] = [at(times, 0.5), at(times, 0.95)]
      const title = `${name}${rate === 1 ? '' : `, ${rate}× slower`}`
      const target = rate === 1 ? String(targets[name]) : ''
      console.log(
        `${title.padEnd(38)}${target.padStart(8)}${median.toFixed(1).padStart(9)}${late.toFixed(1).padStart(9)}`,
      )
      missed ||= rate === 1 && !(median <= targets[name])
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
if (missed) {
  console.error('A median is above its target.')
  process.exitCode = 1
}
