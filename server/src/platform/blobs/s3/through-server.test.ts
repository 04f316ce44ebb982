import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { beginUpload, receivedBytes, sendBytes, uploadAddress } from '../../../testing/upload.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'
import { refusal, startFaultProxy } from '../testing/fault-proxy.ts'
import { fileOfObject, skippedWithoutS3, testBuckets, variablesOf } from '../testing/s3-server.ts'
import { createBucketContents } from './contents.ts'

const buckets = await testBuckets()
const machine = mkdtempSync(join(tmpdir(), 'vermilion-race-'))
afterAll(() => rmSync(machine, { recursive: true, force: true }))

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function startThroughProxy() {
  const direct = buckets!.access()
  const proxy = await startFaultProxy(direct.endpoint!)
  const environment = variablesOf({ ...direct, endpoint: proxy.address }, buckets!.keys)
  const data = mkdtempSync(join(machine, 'data-'))
  const server = createKillableServer(data, environment)
  onTestFinished(server.kill)
  onTestFinished(proxy.close)
  await server.start()
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'one', path: 'one' } })
  const list = async () =>
    (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 100 } })).items
  return { direct, proxy, environment, data, server, spaceId, list }
}

describe.skipIf(buckets === null)(`a server whose contents lie in a bucket${skippedWithoutS3}`, () => {
  test('R2.28 an upload whose content the bucket could not take is still there, and is finished when it can', async () => {
    const { proxy, server, spaceId, list } = await startThroughProxy()
    const content = randomBytes(200_000)
    const address = uploadAddress(await beginUpload(server, { spaceId, path: 'late.bin' }, content.length))
    proxy.decide(({ method }) => (method === 'PUT' ? refusal(403, 'AccessDenied') : undefined))
    expect((await sendBytes(server, address, 0, content)).status).toBe(503)
    expect(await list()).toEqual([])
    proxy.decide(() => undefined)
    expect(await receivedBytes(server, address)).toBe(content.length)
    expect(await list()).toMatchObject([{ path: 'late.bin', checksum: sha256(content) }])
  })

  test('R2.28 a large upload is on its way to the bucket while it arrives, also when the server is killed in the middle', async () => {
    const { proxy, server, spaceId, list } = await startThroughProxy()
    const piece = 10 * 1024 ** 2
    const content = randomBytes(7 * piece)
    let forwarded = 0
    proxy.decide(({ method, url }) => void (forwarded += Number(method === 'PUT' && url.includes('/uploads/'))))
    for (const killedAfter of [undefined, 3 * piece]) {
      const path = `killed after ${killedAfter}.bin`
      const address = uploadAddress(await beginUpload(server, { spaceId, path }, content.length))
      const earlier = forwarded
      let isKilled = false
      for (let offset = 0; offset < content.length;) {
        if (offset === killedAfter && !isKilled) {
          await server.kill()
          await server.start()
          isKilled = true
          offset = await receivedBytes(server, address)
          // Two parts may not have arrived, and a third was not complete.
          expect(offset).toBeGreaterThanOrEqual(killedAfter - 3 * 8 * 1024 ** 2)
          expect(offset).toBeLessThanOrEqual(killedAfter)
        }
        if (offset === 6 * piece) expect(forwarded).toBeGreaterThan(earlier + 2)
        const sent = await sendBytes(server, address, offset, content.subarray(offset, offset + piece))
        expect(sent.status).toBe(204)
        offset += Math.min(piece, content.length - offset)
      }
      const item = (await list()).find((each) => each.path === path)
      expect(item).toMatchObject({ checksum: sha256(content), size: content.length })
      const response = await server.fetch(`/files/${item!.id}/content`)
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(content))
    }
  })

  test('R4.12 content that is put while it is deleted stays, though each deletion is carried out late, and no other process deletes', async () => {
    const { direct, proxy, environment, data, server, spaceId, list } = await startThroughProxy()
    await server.kill()
    const contents = Array.from({ length: 12 }, () => randomBytes(3_000))
    const then = Date.now() / 1_000 - 2 * 24 * 3_600
    for (const content of contents) {
      const [file, checksum] = [join(machine, 'content'), sha256(content)]
      await writeFile(file, content)
      await createBucketContents(direct, buckets!.keys).write({ checksum, size: content.length }, file)
      await utimes(fileOfObject(direct.prefix, checksum), then, then)
    }
    proxy.decide(({ method }) => (method === 'DELETE' ? { slowBy: 400 } : undefined))
    await server.start()
    // Its collection is deleting them now, one after another, while each is uploaded.
    await expect.poll(() => proxy.requests.filter((line) => line.startsWith('DELETE')).length).toBeGreaterThan(0)
    const repairing = runCommand(data, ['doctor', '--repair'], '', environment)
    const uploads = contents.map((content, index) => uploadPacked(server, spaceId, [{ path: `${index}.bin`, content }]))
    for (const [one] of await Promise.all(uploads)) expect(one).toMatchObject({ outcome: 'taken' })
    expect(await repairing).toMatchObject({ status: 1, output: expect.stringContaining('uses the data folder') })

    const items = await list()
    for (const { id, checksum } of items) {
      const response = await server.fetch(`/files/${id}/content`)
      expect([response.status, sha256(new Uint8Array(await response.arrayBuffer()))]).toEqual([200, checksum])
    }
    expect(items).toHaveLength(contents.length)
  })
})
