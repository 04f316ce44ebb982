import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { idleMemory, startServer } from './testing/server-start.ts'

test('an idle server holds less than 160 MiB', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion idle '))
  onTestFinished(() => rm(data, { recursive: true, maxRetries: 5 }))
  const server = await startServer(data)
  onTestFinished(() => server.stop())
  await wait(10_000)
  // Ten seconds to two minutes after the start: under load, garbage is collected late.
  await expect.poll(() => idleMemory(server), { timeout: 110_000 }).toBeLessThan(160)
})
