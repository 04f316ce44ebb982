/**
 * A terminal under 100 MB of coloured text: `npm run bench terminal`. The built console in a real browser at 1440×900, a
 * shell in a real task. Frames: milliseconds between two animation frames while `cat` runs. Throughput: from Enter until
 * the last line is on the screen, beside that of wetty (npm) in the same browser and run; wetty is installed into a
 * temporary folder and runs a shell without ssh only for root. Echo: from a key press until its
 * letter has come back, and until it is drawn, for which browsers wait for the next frame.
 * Memory: how much the server grows, also under a viewer that reads nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { taskTerminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '../../e2e/support/server/client.ts'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'

const size = 100_000_000
const keys = 100
/** In milliseconds. */
const targets = { frame: 50, echo: 30 }
const folder = mkdtempSync(join(tmpdir(), 'vermilion-terminal-'))
const file = join(folder, 'lines')

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN
const report = (name: string, value: string) => console.log(`${name.padEnd(48)}${value}`)

let missed = false
function tell(name: string, values: readonly number[], target: number): void {
  const late = at(values, 0.95)
  missed ||= !(late <= target)
  const [median, p95, most] = [at(values, 0.5), late, at(values, 1)].map((value) => value.toFixed(1).padStart(7))
  report(name, `median ${median}   p95 ${p95}   most ${most}   target ${target}`)
}

function* lines(): Generator<string> {
  for (let written = 0, number = 0; written < size; number += 1) {
    const line = `\u{1b}[32m${String(number).padStart(7, '0')}\u{1b}[0m step loss=0.${number % 1_000} \u{1b}[1;34mgood\u{1b}[0m 样本 ${'x'.repeat(number % 60)}\n`
    written += Buffer.byteLength(line)
    yield line
  }
}

/** Resident megabytes of a process. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000

/** Runs the command, and returns the seconds until its end is displayed, with the frames meanwhile. */
async function cat(page: Page, isThere: string) {
  await page.keyboard.type(`cat ${file}; echo e''nd-of-it`)
  const watched = page.evaluate((condition) => {
    // eslint-disable-next-line typescript/no-implied-eval -- the conditions are written below, one for each terminal
    const holds = new Function(condition) as () => boolean
    return new Promise<number[]>((resolve) => {
      const times: number[] = []
      let previous = performance.now()
      const next = (now: number) => {
        times.push(now - previous)
        previous = now
        if (holds()) resolve(times)
        else requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    })
  }, isThere)
  const startedAt = performance.now()
  await page.keyboard.press('Enter')
  const frames = await watched
  return { frames: frames.slice(1), seconds: (performance.now() - startedAt) / 1_000 }
}

interface Probe {
  /** Time of the last terminal bytes in the page. */
  received: number
}

/** Installed before loading: records when terminal bytes reach the page. */
function probe(): void {
  const times = globalThis as unknown as Probe
  const Original = WebSocket
  globalThis.WebSocket = class extends Original {
    constructor(...socketArguments: ConstructorParameters<typeof Original>) {
      super(...socketArguments)
      this.addEventListener('message', ({ data }) => typeof data === 'string' || (times.received = performance.now()))
    }
  }
}

/** Milliseconds from key press to the echo's arrival in the page and the document, letter by letter. */
async function echo(page: Page) {
  const received: number[] = []
  const displayedAt: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const observation = page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) => {
          let pressed = 0
          addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true })
          const observer = new MutationObserver(() => {
            if (pressed === 0) return
            observer.disconnect()
            resolve([(globalThis as unknown as Probe).received - pressed, performance.now() - pressed])
          })
          setTimeout(() => resolve([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]), 2_000)
          const rows = document.querySelector('.xterm-rows')
          if (rows !== null) observer.observe(rows, { childList: true, subtree: true, characterData: true })
        }),
    )
    await delay(30 + (key % 17))
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'a')
    const [first, second] = await observation
    received.push(first)
    displayedAt.push(second)
  }
  return { received, shown: displayedAt }
}

async function startWetty() {
  const needs = { dependencies: { wetty: '3.2.0' }, overrides: { 'node-pty': 'npm:@lydell/node-pty@1.1.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...needs }))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  spawnSync('npm', ['install', ...quiet], { cwd: folder, stdio: 'ignore' })
  const program = join(folder, 'node_modules/wetty/build/main.js')
  const port = 20_000 + (process.pid % 10_000)
  const options = ['--host', '127.0.0.1', '--port', `${port}`, '--command', 'bash', '--log-level', 'error']
  const child = spawn(process.execPath, [program, ...options], { cwd: folder, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { address, stop: () => child.kill() }
    await delay(100)
  }
  child.kill()
  return null
}

/** A viewer that never reads, for which only the connection is held. */
async function deaf(address: string, token: string, id: string) {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  const head = {
    host: `${hostname}:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    authorization: `Bearer ${token}`,
  }
  const more = { 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') }
  const headers = Object.entries({ ...head, ...more, 'sec-websocket-protocol': 'vermilion.terminal.1' })
  const words = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`GET /api/v1/terminals/${id}/socket HTTP/1.1\r\n${words}\r\n`)
  await delay(300)
  return () => socket.destroy()
}

await ensureConsole(process.execPath)
await pipeline(Readable.from(lines()), createWriteStream(file))
const server = await startServer({ program: ['server/src/areas/tasks/testing/serve-writers.ts', 'slow'] })
const wetty = process.getuid?.() === 0 ? await startWetty() : null
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
try {
  const call = createClient(server)
  const [task] = (await call(taskEndpoints.listTasks, { query: {} })).items
  const params = { taskId: task?.id ?? '' }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.address })
  await page.addInitScript(probe)
  await prefer(page)
  await signIn(page)
  await page.goto(`/compute/taskdetail/${params.taskId}?tab=terminal`)
  await page.getByRole('button', { name: 'Open terminal' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.locator('.xterm-helper-textarea').focus()
  await delay(1_000)
  const { received, shown: displayedAt } = await echo(page)
  tell('from a key press to its echo in the page (ms)', received, targets.echo)
  report(
    'from a key press to its letter, drawn (ms)',
    `median ${at(displayedAt, 0.5).toFixed(1)}   p95 ${at(displayedAt, 0.95).toFixed(1)}`,
  )
  await page.keyboard.press('Control+u')

  const pid = server.process.pid ?? 0
  const memoryAtStart = memoryOf(pid)
  let most = memoryAtStart
  const watching = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50)
  const [{ id } = { id: '' }] = (await call(taskTerminalEndpoints.listTaskTerminals, { params })).items
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const hangUp = await deaf(server.address, token, id)
  const ours = await cat(page, `return document.querySelector('.xterm-rows').textContent.includes('end-of-it')`)
  clearInterval(watching)
  hangUp()
  tell('frames while 100 MB are shown (ms)', ours.frames, targets.frame)
  report('throughput (MB/s)', (size / 1e6 / ours.seconds).toFixed(1))
  report('server memory before, and the most (MB)', `${memoryAtStart.toFixed(0)}   ${most.toFixed(0)}`)
  await page.close()

  if (wetty === null) report('wetty', 'could not be started')
  else {
    const other = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await other.goto(wetty.address)
    await other.locator('.xterm-helper-textarea').focus()
    await delay(2_000)
    const isShown = `const { buffer, rows } = window.wetty_term; const { active } = buffer
      return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString() ?? '').join().includes('end-of-it')`
    const theirs = await cat(other, isShown)
    report(
      'frames in wetty (ms)',
      `p95 ${at(theirs.frames, 0.95).toFixed(1)}   most ${at(theirs.frames, 1).toFixed(1)}`,
    )
    report('throughput of wetty (MB/s)', (size / 1e6 / theirs.seconds).toFixed(1))
    missed ||= ours.seconds > theirs.seconds
  }
  await call(taskEndpoints.stopTask, { params })
} finally {
  wetty?.stop()
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (missed) {
  console.error('A target is missed.')
  process.exitCode = 1
}
