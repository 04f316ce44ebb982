import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { basePath, fillPath } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Space } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand, startServerProcess } from '../../../testing/server-process.ts'
import { testPassword } from '../../../testing/start-server.ts'

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
  const start = () => startServerProcess(data, { VERMILION_ADMIN_PASSWORD: testPassword, VERMILION_ROOTS: machine })
  let server = await start()
  let token = ''
  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${server.address}${basePath}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { data: Data }).data
  }
  token = (await call<{ token: string }>(accountEndpoints.login.path, { username: 'admin', password: testPassword }))
    .token
  const path = join(machine, 'folder')
  const { id } = await call<Space>(spaceEndpoints.createSpace.path, { name: 'killed', path })
  const space = () => call<Space>(fillPath(spaceEndpoints.getSpace.path, { spaceId: id }))
  const until = async (isSo: (space: Space) => boolean): Promise<Space> => {
    for (;;) {
      const now = await space()
      if (isSo(now)) return now
      await sleep(5)
    }
  }
  const seen: number[] = []
  for (const share of [0.2, 0.5, 0.8]) {
    const { fileCount, status } = await until((now) => now.fileCount >= files * share)
    seen.push(fileCount)
    expect(status).toBe('processing')
    await server.end('SIGKILL')
    server = await start()
  }
  expect(seen[0]).toBeLessThan(files)
  const ended = await until(({ status }) => status !== 'processing')
  expect(ended).toMatchObject({ status: 'success', fileCount: files })
  await server.end('SIGKILL')
  expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
}, 120_000)
