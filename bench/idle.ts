import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { idleMemory, startServer } from '../tools/launch/testing/server-start.ts'

/** Memory of an idle server on a fresh data folder, and again on the same one. */
const goal = 150
const moments = [10, 30, 60]

const data = mkdtempSync(join(tmpdir(), 'vermilion-idle-'))
let most = 0
try {
  for (const name of ['first start', 'second start']) {
    const server = await startServer(data)
    let passed = 0
    for (const moment of moments) {
      await wait((moment - passed) * 1_000)
      passed = moment
      const memory = await idleMemory(server, { readings: 1 })
      most = Math.max(most, memory)
      console.log(`${name}: ${memory.toFixed(0)} MiB resident after ${moment} s`)
    }
    await server.stop()
  }
} finally {
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${most <= goal ? 'reached' : 'not reached'}: ${goal} MiB`)
process.exitCode = most <= goal ? 0 : 1
