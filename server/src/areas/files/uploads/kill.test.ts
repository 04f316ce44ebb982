import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { beginUpload, receivedBytes, sendBytes, upload, uploadAddress } from '../../../testing/upload.ts'

let data = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
async function newSpace(name: string): Promise<string> {
  return (await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })).id
}

async function filesOf(spaceId: string): Promise<SpaceFile[]> {
  return (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })).items
}

describe('the server killed during uploads', () => {
  test('R2.28 R4.12 an upload cut off by SIGKILL goes on after the restart, to the byte', async () => {
    await server.start()
    const spaceId = await newSpace('cut')
    const content = randomBytes(2_000_000)
    const address = uploadAddress(
      await beginUpload(server, { spaceId, path: 'a.bin', checksum: sha256(content) }, 2_000_000),
    )
    expect((await sendBytes(server, address, 0, content.subarray(0, 700_000))).status).toBe(204)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(content.subarray(700_000, 1_200_000)),
    })
    const broken = sendBytes(server, address, 700_000, body, { duplex: 'half' }).catch(() => 'broken')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await server.kill()
    expect(await broken).toBe('broken')

    await server.start()
    const offset = await receivedBytes(server, address)
    expect(offset).toBeGreaterThanOrEqual(700_000)
    expect((await sendBytes(server, address, offset, content.subarray(offset))).status).toBe(204)
    expect(await filesOf(spaceId)).toMatchObject([{ path: 'a.bin', checksum: sha256(content) }])
  })

  test('R2.28 R4.12 killed at random moments, nothing confirmed is lost and nothing is there twice', async () => {
    const spaceId = await newSpace('random')
    const confirmed = new Map<string, string>()
    let number = 0
    for (let kills = 0; kills < 6; kills++) {
      const isConfirmed = Promise.withResolvers<void>()
      if (kills % 2 === 0) isConfirmed.resolve()
      const killing = isConfirmed.promise.then(() => delay(40 + Math.random() * 400)).then(server.kill)
      try {
        for (;;) {
          const content = randomBytes(20_000 + number)
          const path = `${number++}.bin`
          await upload(server, { spaceId, path, conflict: 'keep-both' }, content, 9_000)
          confirmed.set(path, sha256(content))
          isConfirmed.resolve()
        }
      } catch {
        isConfirmed.resolve()
      }
      await killing
      await server.start()
    }
    const files = await filesOf(spaceId)
    for (const [path, checksum] of confirmed) {
      expect(files.filter((file) => file.path === path)).toMatchObject([{ checksum }])
    }
    expect(files.length).toBeLessThanOrEqual(number)
    expect(confirmed.size).toBeGreaterThan(0)
    await server.kill()
    const doctor = await runCommand(data, ['doctor'])
    expect(doctor).toMatchObject({ status: 0 })
  })
})

test('R2.28 R4.12 an upload whose last byte came just before the end is a file after the start, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-last-byte-'))
  const previous = await startTestServer({ data: folder })
  const { id: spaceId } = await previous.call(spaceEndpoints.createSpace, { body: { name: 'late', path: 'late' } })
  const address = uploadAddress(await beginUpload(previous, { spaceId, path: 'late.txt', conflict: 'keep-both' }, 5))
  await sendBytes(previous, address, 0, new TextEncoder().encode('lat'))
  await previous.stop()

  // The state after a kill between the last byte and the row: all bytes, possibly with a second link.
  const id = address.split('/').at(-1) ?? ''
  await writeFile(join(folder, 'uploads', id), 'late!')
  await copyFile(join(folder, 'uploads', id), join(folder, 'uploads', `${id}.shared`))
  for (let starts = 0; starts < 2; starts++) {
    const after = await startTestServer({ data: folder })
    expect(await receivedBytes(after, address)).toBe(5)
    const { items } = await after.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
    expect(items).toMatchObject([{ path: 'late.txt', size: 5, checksum: sha256(new TextEncoder().encode('late!')) }])
    await after.stop()
  }
  await rm(folder, { recursive: true })
})
