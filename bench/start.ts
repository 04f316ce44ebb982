import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../tools/launch/run.mjs'
import { startCommand, startServer, type StartedServer } from '../tools/launch/testing/server-start.ts'

/**
 * Duration of a start. `npm run bench start -- --fresh` also clones the checkout into an empty folder and times `npm start` until
 * `/login` responds.
 */
const runs = 5
/** Maximum seconds of a second start, without npm. */
const goal = 2

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(name: string, start: () => Promise<StartedServer>): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const server = await start()
    seconds.push(server.seconds)
    await server.stop()
  }
  console.log(`${name}: median ${median(seconds).toFixed(2)} s of ${seconds.map((each) => each.toFixed(2)).join(', ')}`)
  return median(seconds)
}

const data = mkdtempSync(join(tmpdir(), 'vermilion-start-'))
try {
  const first = await startServer(data)
  await first.stop()
  const second = await measure('server, second start', () => startServer(data))
  await measure('npm start, second start', () => startCommand({ data }))
  if (process.argv.includes('--fresh')) {
    const clone = join(data, 'a fresh clone')
    execFileSync('git', ['clone', '--quiet', '--no-local', inRoot('.'), clone])
    const fresh = await startCommand({ data: join(data, 'fresh data'), cwd: clone })
    console.log(`npm start in a fresh clone: /login after ${fresh.seconds.toFixed(1)} s`)
    await fresh.stop()
  }
  console.log(`${second <= goal ? 'reached' : 'not reached'}: a second start within ${goal} s`)
  process.exitCode = second <= goal ? 0 : 1
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
