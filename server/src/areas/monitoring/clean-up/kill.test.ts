import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { cleanUpEndpoints, cleanUpKinds } from '@vermilion/contract/monitoring/clean-ups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { downloadedChecksums, makeGraph, storedChecksums, trashedFiles } from '../testing/reference-graph.ts'

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

async function killSoon(random: () => number): Promise<void> {
  await delay(random() * 60)
  await server.kill()
  await server.start()
}

test(`R4.12 R1.08 a clean-up and its undoing that are killed go on, and nothing is lost (seed ${testSeed})`, async () => {
  const random = createRandom(testSeed)
  await server.start()
  const graph = await makeGraph(server, data, random, 20_000)
  const trashed = await trashedFiles(server, graph)
  await server.call(cleanUpEndpoints.startCleanUp, { body: { kinds: [...cleanUpKinds] } })
  await killSoon(random)
  await expect.poll(last).toMatchObject({ state: 'done', hold: 'held' })
  expect(await trashedFiles(server, graph)).toEqual([])
  const downloaded = await downloadedChecksums(server, graph)
  for (const [path, checksum] of graph.retained) expect(downloaded.get(path), path).toBe(checksum)

  await server.call(cleanUpEndpoints.restoreCleanUp, { params: { cleanUpId: (await last())!.id } })
  await killSoon(random)
  await expect.poll(last).toMatchObject({ hold: 'restored' })
  expect(await trashedFiles(server, graph)).toEqual(trashed)
  for (const spaceId of new Set(trashed.map((path) => path.split('/')[0]!)))
    await server.call(trashEndpoints.restoreFiles, { params: { spaceId }, body: { all: true } })
  const all = await downloadedChecksums(server, graph)
  expect(all.size).toBe(graph.retained.size + trashed.length)
  expect(await storedChecksums(data)).toEqual(new Set(all.values()))
})
