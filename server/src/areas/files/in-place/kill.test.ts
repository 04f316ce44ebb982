import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Space } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'

const files = 3_000

let machine = ''
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-kill-scan-')))
  for (let folder = 0; folder < 10; folder++) await mkdir(join(machine, `folder/${folder}`), { recursive: true })
  for (let file = 0; file < files; file++) await writeFile(join(machine, `folder/${file % 10}/${file}.txt`), `${file}`)
})
afterAll(() => rm(machine, { recursive: true, force: true }))

test('R4.05 R4.12 a scan that is cut off by SIGKILL goes on after the restart, and nothing is there twice', async () => {
  const data = join(machine, 'data')
  const server = createKillableServer(data, { VERMILION_ROOTS: machine })
  await server.start()
  const path = join(machine, 'folder')
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'killed', path } })
  const space = () => server.call(spaceEndpoints.getSpace, { params: { spaceId: id } })
  const until = async (isSo: (space: Space) => boolean): Promise<Space> => {
    for (;;) {
      const now = await space()
      if (isSo(now)) return now
      await sleep(5)
    }
  }
  const observed: number[] = []
  for (const share of [0.2, 0.5, 0.8]) {
    const { fileCount, status } = await until((now) => now.fileCount >= files * share)
    observed.push(fileCount)
    expect(status).toBe('processing')
    await server.kill()
    await server.start()
  }
  expect(observed[0]).toBeLessThan(files)
  const outcome = await until(({ status }) => status !== 'processing')
  expect(outcome).toMatchObject({ status: 'success', fileCount: files })
  await server.kill()
  expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
})
