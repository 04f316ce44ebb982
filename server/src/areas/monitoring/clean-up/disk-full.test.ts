import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cleanUpEndpoints, cleanUpKinds } from '@vermilion/contract/monitoring/clean-ups'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { dataProblems } from '../../../testing/check-problems.ts'
import { createRandom, testSeed } from '../../../testing/seeded-random.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { isDatabasePostgres } from '../../../testing/test-database.ts'
import { downloadedChecksums, makeGraph, trashedFiles } from '../testing/reference-graph.ts'

const data = await mkdtemp(join(tmpdir(), 'vermilion-disk-full-'))
/** The rows of PostgreSQL lie on a disk of its own. */
const canMount =
  !isDatabasePostgres && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', data]).status === 0
const reason = isDatabasePostgres ? 'its rows lie elsewhere' : 'no disk can be mounted here'
if (!canMount) process.stdout.write(`a clean-up on a full disk is not tried: ${reason}\n`)
afterAll(async () => {
  if (canMount) spawnSync('umount', ['-l', data])
  await rm(data, { recursive: true, force: true })
})

/** More than the mounted file system has: writes must not reach this machine's disk. */
const maxWrittenBytes = 64 * 2 ** 20

function fillDisk(file: string) {
  let written = 0
  const take = () => {
    for (const size of [65_536, 4_096])
      try {
        for (; written < maxWrittenBytes; written += size) appendFileSync(file, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
  }
  take()
  const timer = setInterval(take, 1)
  const stop = () => clearInterval(timer)
  onTestFinished(stop)
  return stop
}

test.skipIf(!canMount)(
  `R1.08 a clean-up on a disk that is full loses nothing (seed ${testSeed})${canMount ? '' : `, skipped: ${reason}`}`,
  async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const server = await startTestServer({ data, log })
    onTestFinished(() => server.stop())
    const last = async () => (await server.call(cleanUpEndpoints.getLastCleanUp, {})).cleanUp
    const hasFailedToWrite = () => logged.some((line) => line.includes('database or disk is full'))
    const graph = await makeGraph(server, data, createRandom(testSeed), 50_000)
    const trashed = await trashedFiles(server, graph)
    await mkdir(join(data, 'cache', 'ab'), { recursive: true })
    for (let number = 0; number < 50; number += 1) {
      const file = join(data, 'cache', 'ab', `${number}.webp`)
      await writeFile(file, randomBytes(20_000))
      await utimes(file, 0, 0)
    }
    // Checkpoint, so that the next write needs new space instead of the write-ahead log's.
    const database = new DatabaseSync(join(data, 'vermilion.db'), { timeout: 5_000 })
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    await server.call(cleanUpEndpoints.startCleanUp, { body: { kinds: [...cleanUpKinds] } })
    // The server runs in this process: nothing happens between the response and the last free byte.
    const filler = join(data, 'filler')
    const stopFilling = fillDisk(filler)
    await expect.poll(hasFailedToWrite).toBe(true)
    stopFilling()
    await rm(filler)

    await expect.poll(last).toMatchObject({ state: 'done', hold: 'held' })
    expect(await readdir(join(data, 'cache', 'ab'))).toEqual([])
    expect(await trashedFiles(server, graph)).toEqual([])
    await server.call(cleanUpEndpoints.restoreCleanUp, { params: { cleanUpId: (await last())!.id } })
    await expect.poll(last).toMatchObject({ hold: 'restored' })
    expect(await trashedFiles(server, graph)).toEqual(trashed)
    const downloaded = await downloadedChecksums(server, graph)
    for (const [path, checksum] of graph.retained) expect(downloaded.get(path), path).toBe(checksum)
    expect(await dataProblems(server)).toEqual([])
  },
)
