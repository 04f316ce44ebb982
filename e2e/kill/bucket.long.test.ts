import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abortUnfinished } from '../../server/src/platform/blobs/s3/upload.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { KillTarget } from './kill-target.ts'
import { createRandom } from './pictures.ts'
import { createStorageServer, skippedWithoutProgram, storageProgram } from './storage-server.ts'
import { createWorkload } from './workload.ts'

const [serverKills, storageKills] = [25, 10]
/** Bytes that go to the bucket in parts. */
const largeBytes = 66 * 1024 ** 2
const seed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)
const random = createRandom(seed)
const between = (least: number, most: number) => least + random() * (most - least)

const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'vermilion-bucket-kill-'))

describe.skipIf(storageProgram === undefined)(`a bucket, VERMILION_TEST_SEED=${seed}${skippedWithoutProgram}`, () => {
  const storage = createStorageServer(folder, port)
  const target = new KillTarget(random, storage.variables)
  const workload = createWorkload(target)
  /** Contents that lie in the bucket for two days, named by nothing; half of them are uploaded while they are deleted. */
  let planted: Buffer[] = []

  beforeAll(async () => {
    await storage.start()
    await storage.makeBucket()
    await target.start()
    await workload.begin()
  })
  afterAll(async () => {
    await target.remove()
    await storage.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  async function plantMore(): Promise<void> {
    const contents = Array.from({ length: 20 }, () => randomBytes(2_000))
    await Promise.all(contents.map(storage.plant))
    planted = contents
  }

  async function disturb(): Promise<void> {
    for (let number = 0; number < serverKills + storageKills; number += 1) {
      await sleep(between(100, 4_000))
      const isStorage = Math.floor((number * storageKills) / 35) < Math.floor(((number + 1) * storageKills) / 35)
      if (isStorage) {
        await storage.kill()
        await sleep(between(0, 2_000))
        await storage.start()
        continue
      }
      await target.kill()
      await plantMore()
      await target.startAgain()
    }
  }

  test('R2.28 R4.12 25 kills of the server and 10 of the bucket: nothing confirmed is lost, nothing is there twice', async () => {
    async function uploadPlanted(round: number): Promise<void> {
      const contents = planted.slice(0, 10)
      planted = []
      if (contents.length > 0)
        await workload.uploadPack(
          contents.map((content, index) => ({ path: `planted/${round}-${index}.bin`, content })),
        )
      await sleep(5)
    }

    await workload.goOnUntil(disturb(), {
      large: async (round) => {
        await workload.uploadOne(`large/${round}.bin`, randomBytes(largeBytes))
        await sleep(between(0, 4_000))
      },
      planted: uploadPlanted,
    })
    expect(target.kills).toBe(serverKills)
    await target.forgetCopies()
    await workload.expectAll()

    const unfinished = await storage.unfinished()
    process.stdout.write(`${unfinished} uploads in parts were cut off\n`)
    await abortUnfinished(storage.call, storage.location, Date.now() + 60_000)
    expect(await storage.unfinished()).toBe(0)
    const report = await target.examine()
    expect(report).toContain('Nothing is wrong.')
  })
})
