import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverFlags } from '../tools/launch/node.mjs'

/**
 * How long a start takes and what an idle server weighs. `npm run bench start -- --fresh` also clones the checkout into
 * an empty folder and times `npm start` there until `/login` answers.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const runs = 5

interface Started {
  readonly child: ChildProcess
  readonly seconds: number
  readonly address: string
}

async function start(folder: string, command: readonly [string, ...string[]], data: string): Promise<Started> {
  const from = performance.now()
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      VERMILION_DATA: data,
      VERMILION_PORT: '0',
      VERMILION_ADMIN_PASSWORD: 'a password for benches',
      VERMILION_LOG_LEVEL: 'error',
    },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (\S+)\/login/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    const page = await fetch(`${address}/login`)
    if (!page.ok) throw new Error(`/login was answered ${page.status}`)
    return { child, seconds: (performance.now() - from) / 1_000, address }
  }
  throw new Error('the server ended before it was ready')
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Resident memory in MiB. */
function memory(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1_024
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(name: string, command: readonly [string, ...string[]], data: string): Promise<void> {
  const seconds: number[] = []
  const sizes: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = await start(root, command, data)
    seconds.push(started.seconds)
    if (command[0] === process.execPath && run === 0) {
      await sleep(5_000)
      sizes.push(memory(started.child.pid ?? 0))
    }
    await stop(started)
  }
  console.log(`${name}: median ${median(seconds).toFixed(2)} s of ${seconds.map((each) => each.toFixed(2)).join(', ')}`)
  for (const size of sizes) console.log(`${name}: ${size.toFixed(0)} MiB resident after 5 s idle`)
}

const data = mkdtempSync(join(tmpdir(), 'vermilion-start-'))
try {
  const main = join(root, 'server/src/main.ts')
  await stop(await start(root, [process.execPath, main], data))
  await measure('server, second start', [process.execPath, ...serverFlags, main], data)
  await measure('npm start, second start', ['npm', 'start', '--silent'], data)
  if (process.argv.includes('--fresh')) {
    const clone = join(data, 'a fresh clone')
    execFileSync('git', ['clone', '--quiet', '--no-local', root, clone])
    const fresh = await start(clone, ['npm', 'start', '--silent'], join(data, 'fresh data'))
    console.log(`npm start in a fresh clone: /login after ${fresh.seconds.toFixed(1)} s`)
    await stop(fresh)
  }
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
