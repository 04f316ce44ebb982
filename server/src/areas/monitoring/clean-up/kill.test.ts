import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanUpEndpoints, cleanUpKinds } from '@vermilion/contract/monitoring/clean-ups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { downloadedChecksums, makeGraph, storedChecksums } from '../testing/reference-graph.ts'

let data = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-clean-up-kill-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

const last = async () => (await server.call(cleanUpEndpoints.getLastCleanUp, {})).cleanUp

test(`R4.12 R1.08 a clean-up that is killed goes on, and nothing that is referenced goes (seed ${testSeed})`, async () => {
  const random = createRandom(testSeed)
  await server.start()
  const graph = await makeGraph(server, data, random, 20_000)
  await server.call(cleanUpEndpoints.startCleanUp, { body: { kinds: [...cleanUpKinds] } })
  await delay(random() * 60)
  await server.kill()
  await server.start()
  await expect.poll(last).toMatchObject({ state: 'done' })
  const downloaded = await downloadedChecksums(server, graph)
  for (const [path, checksum] of graph.retained) expect(downloaded.get(path), path).toBe(checksum)
  const stored = await storedChecksums(data)
  for (const checksum of downloaded.values()) expect(stored.has(checksum)).toBe(true)
})
