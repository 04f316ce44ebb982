/** A thousand wrong sign-ins at once against a running server, and their effect on other callers: `npm run bench sign-in`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { serverFlags } from '../tools/launch/node.mjs'

const attacks = 1_000
const width = 100
const password = 'a password for benches'

type Kind = 'name' | 'names' | 'addresses' | 'both'
interface Order {
  readonly api: string
  readonly kind: Kind
}

async function attempt(api: string, username: string, secret: string, address: string, cookie = '') {
  const response = await fetch(`${api}/login/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ username, password: secret }),
  })
  const { data } = (await response.json()) as { data: { values?: { seconds: number } } }
  return { status: response.status, seconds: data.values?.seconds ?? 0, cookies: response.headers.getSetCookie() }
}

/** On a separate thread, so that measured callers do not wait for the attacker. */
async function attack({ api, kind }: Order): Promise<number> {
  let startedAt = 0
  let checked = 0
  const work = async () => {
    while (startedAt < attacks) {
      const count = startedAt++
      const username = kind === 'names' || kind === 'both' ? `${kind} ${count}` : 'admin'
      const many = kind === 'addresses' || kind === 'both'
      const address = many ? `10.${kind.length}.${count >> 8}.${count & 255}` : '203.0.113.66'
      if ((await attempt(api, username, 'wrong', address)).status === 403) checked += 1
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return checked
}

const at = (times: readonly number[], part: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0)

async function measure(api: string, kind: Kind, words: string, memory: () => number): Promise<void> {
  const owner = await attempt(api, 'admin', password, '198.51.100.1')
  const cookie = owner.cookies.find((each) => each.startsWith('vermilion_device'))?.split(';')[0] ?? ''
  const [health, knownBrowserTimes] = [[] as number[], [] as number[]]
  let under = true
  const timed = async (times: number[], pause: number, ask: () => Promise<unknown>) => {
    while (under) {
      const begin = performance.now()
      await ask()
      times.push(performance.now() - begin)
      await sleep(pause)
    }
  }
  const from = performance.now()
  const worker = new Worker(new URL(import.meta.url), { workerData: { api, kind } satisfies Order })
  const result = once(worker, 'message').then(([checked]) => {
    under = false
    return { checked: checked as number, seconds: (performance.now() - from) / 1_000 }
  })
  const asking = [
    timed(health, 5, () => fetch(`${api}/health`)),
    timed(knownBrowserTimes, 50, () => attempt(api, 'admin', password, '198.51.100.9', cookie)),
  ]
  const { checked, seconds } = await result
  await Promise.all(asking)
  const refused = await attempt(api, 'admin', password, '203.0.113.66')
  const times = (all: readonly number[]) =>
    `p50 ${at(all, 0.5)} p95 ${at(all, 0.95)} max ${at(all, 1)} ms of ${all.length}`
  console.log(
    `${words}: ${seconds.toFixed(2)} s, ${checked} checked\n  health ${times(health)}\n  owner in a known browser ${times(knownBrowserTimes)}\n` +
      `  owner elsewhere, where the attacker is: after ${refused.seconds} s\n  ${memory().toFixed(0)} MiB resident`,
  )
}

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'vermilion-sign-in-'))
  const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [...serverFlags, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      VERMILION_DATA: data,
      VERMILION_PORT: '0',
      VERMILION_ADMIN_PASSWORD: password,
      VERMILION_LOG_LEVEL: 'error',
      VERMILION_TRUSTED_PROXIES: 'loopback',
    },
  })
  const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1_024
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /ready at (\S+)\/login/.exec(line)?.[1]
      if (address === undefined) continue
      child.stdout.resume()
      const api = `${address}/api/v1`
      console.log(`idle: ${memory().toFixed(0)} MiB resident`)
      await measure(api, 'name', 'one name from one address', memory)
      await measure(api, 'names', 'a thousand names from one address', memory)
      await measure(api, 'addresses', 'one name from a thousand addresses', memory)
      await measure(api, 'both', 'a thousand names from a thousand addresses', memory)
      break
    }
  } finally {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (isMainThread) await main()
else parentPort?.postMessage(await attack(workerData as Order))
