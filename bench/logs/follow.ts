/**
 * A log of a million lines, written at 20,000 lines a second by a real task: `npm run bench logs`. The built console in a
 * real browser at 1440×900. Frames: milliseconds between two animation frames while the log is followed. Search:
 * milliseconds of the first search through the whole log, and of the way from the last key to the match on the screen.
 * Afterwards all lines must be there.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '../../e2e/support/server/client.ts'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { lineOf, million } from '../../server/src/areas/tasks/testing/writers.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'

/** In milliseconds. */
const targets = { frame: 25, search: 500 }
const watched = 20_000

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

const frames = (page: Page, milliseconds: number) =>
  page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const startedAt = performance.now()
        let previous = startedAt
        const next = (now: number) => {
          times.push(now - previous)
          previous = now
          if (now - startedAt > length) resolve(times.slice(1))
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    milliseconds,
  )

let missed = false
function tell(name: string, values: readonly number[], target: number): void {
  const late = at(values, 0.95)
  missed ||= !(late <= target)
  const [median, p95, most] = [at(values, 0.5), late, at(values, 1)].map((value) => value.toFixed(1).padStart(7))
  console.log(`${name.padEnd(44)}median ${median}   p95 ${p95}   most ${most}   target ${target}`)
}

await ensureConsole(process.execPath)
const server = await startServer({ program: ['server/src/areas/tasks/testing/serve-writers.ts', 'steady'] })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
try {
  const call = createClient(server)
  const [task] = (await call(taskEndpoints.listTasks, { query: {} })).items
  const params = { taskId: task?.id ?? '' }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.address })
  await prefer(page)
  await signIn(page)
  await page.goto(`/compute/taskdetail/${params.taskId}?tab=log`)
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await log.getByText('step loss').first().waitFor()
  const lastLine = async () => Number(await log.locator('[data-line]').last().getAttribute('data-line'))
  const [firstLine, startedAt] = [await lastLine(), performance.now()]
  tell('frames while following (ms)', await frames(page, watched), targets.frame)
  const linesPerSecond = ((await lastLine()) - firstLine) / ((performance.now() - startedAt) / 1_000)
  console.log(`${'lines shown a second'.padEnd(44)}${linesPerSecond.toFixed(0)}`)

  while ((await call(taskEndpoints.getTask, { params })).endedAt === null) await delay(200)
  const searches: number[] = []
  for (const query of ['step loss=0.77 good', '0999999', '样本', 'nothing like it', 'STEP']) {
    const from = performance.now()
    for (;;) {
      const { searched, size } = await call(taskLogEndpoints.searchLog, { params, query: { query } })
      if (searched === size) break
    }
    searches.push(performance.now() - from)
  }
  tell('search through the whole log (ms)', searches, targets.search)
  const field = page.getByRole('searchbox', { name: 'Search the log' })
  const typedAt = performance.now()
  await field.fill('0500000 step')
  await log.locator('[data-line="500000"] mark').waitFor()
  console.log(`${'from the last key to the match, shown (ms)'.padEnd(44)}${(performance.now() - typedAt).toFixed(0)}`)

  let lines = 0
  for (;;) {
    const part = await call(taskLogEndpoints.logLines, { params, query: { from: lines, count: 1_000 } })
    if (part.lines.some(({ text }, index) => text !== lineOf(lines + index))) throw new Error(`near line ${lines}`)
    if (part.lines.length === 0) break
    lines += part.lines.length
  }
  console.log(`${'lines that are there'.padEnd(44)}${lines}`)
  missed ||= lines !== million
} finally {
  await browser.close()
  await server.stop()
}
if (missed) {
  console.error('A target is missed, or a line.')
  process.exitCode = 1
}
