import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { directPartBytes, directUploadEndpoints } from '@vermilion/contract/files/direct-uploads'
import { fileStorageEndpoints } from '@vermilion/contract/settings/file-storage'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dataPaths } from '#platform/data-folder'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startBucketServer, type BucketServer } from '../../../testing/bucket-server.ts'
import { dataProblems } from '../../../testing/check-problems.ts'
import { fileAt, spaceWith } from '../testing/space-with.ts'

const buckets = await testBuckets()
const { beginDirectUpload, finishDirectUpload } = directUploadEndpoints

describe.skipIf(buckets === null)(`uploads past the server${skippedWithoutS3}`, () => {
  let server: BucketServer
  let spaceId = ''
  const content = randomBytes(directPartBytes + 5)
  const checksum = createHash('sha256').update(content).digest('hex')
  beforeAll(async () => {
    server = await startBucketServer()
    spaceId = await spaceWith(server, 'large files', {})
  })
  afterAll(async () => {
    await server.stop()
    vi.unstubAllEnvs()
  })

  const staged = async () => (await server.keys()).filter((key) => key.startsWith('uploads'))

  async function begin(path: string, size = content.length) {
    const started = await server.call(beginDirectUpload, { params: { spaceId }, body: { path, size } })
    if (started === null) throw new Error('it is to go through the server')
    return started
  }

  async function sendNew(path: string): Promise<string> {
    const { upload, addresses } = await begin(path)
    for (const [index, address] of addresses.entries()) {
      const body = content.subarray(index * directPartBytes, (index + 1) * directPartBytes)
      expect((await fetch(address, { method: 'PUT', body })).status).toBe(200)
    }
    return upload
  }

  test('nothing begins before browsers are known to reach the bucket', async () => {
    await expect(begin('early.bin')).rejects.toThrow('it is to go through the server')
    await server.testDirect()
  })

  test('what is confirmed is a file with its content in the bucket, and nothing is left beside it', async () => {
    const upload = await sendNew('folder/large.bin')
    const result = { path: 'folder/large.bin', outcome: 'taken', equals: null, message: null }
    expect(await server.call(finishDirectUpload, { body: { upload, checksum } })).toEqual(result)
    // The answer got lost.
    expect(await server.call(finishDirectUpload, { body: { upload, checksum } })).toEqual(result)
    const { id, size } = await fileAt(server, spaceId, 'folder/large.bin')
    expect(size).toBe(content.length)
    const received = await server.fetch(`/files/${id}/content`)
    expect(Buffer.from(await received.arrayBuffer()).equals(content)).toBe(true)
    const [stored] = await staged()
    expect(await staged()).toHaveLength(1)
    expect(await server.keys()).toContain(`${checksum.slice(0, 2)}/${checksum}.${stored?.slice('uploads/'.length)}`)
    const { items } = await server.call(auditEndpoints.listAuditEntries, { query: {} })
    expect(items[0]).toMatchObject({ account: 'admin', objects: { spaceId, path: 'folder/large.bin' } })
    expect(await dataProblems(server)).toEqual([])
  })

  test('an upload with another checksum than its browser had makes no file and leaves nothing', async () => {
    const earlier = await staged()
    const upload = await sendNew('wrong.bin')
    const finished = server.call(finishDirectUpload, { body: { upload, checksum: 'a'.repeat(64) } })
    await expect(finished).rejects.toMatchObject({ reason: 'upload.checksum' })
    await expect(fileAt(server, spaceId, 'wrong.bin')).rejects.toThrow('there is no wrong.bin')
    expect(await staged()).toEqual(earlier)
  })

  test('an upload is only for whoever began it, and ends when it is discarded', async () => {
    const upload = await sendNew('mine.bin')
    const reason = 'upload.invalid'
    const finish = (sealed: string, headers = {}) =>
      server.call(finishDirectUpload, { body: { upload: sealed, checksum } }, headers)
    await expect(finish(`${upload.slice(0, -4)}AAAA`)).rejects.toMatchObject({ reason })
    const body = { username: 'other', password: 'another password' }
    await server.call(peopleEndpoints.createPerson, { body })
    const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
    await expect(finish(upload, { authorization: `Bearer ${token}` })).rejects.toMatchObject({ reason })
    expect(await server.call(finishDirectUpload, { body: { upload, checksum: null } })).toBeNull()
    await expect(finish(upload)).rejects.toThrow()
    await expect(fileAt(server, spaceId, 'mine.bin')).rejects.toThrow('there is no mine.bin')
  })

  test('no address is written to the database, and a path that leads out is refused before a byte', async () => {
    await expect(begin('../out.bin')).rejects.toMatchObject({ reason: 'file.path-invalid' })
    const { upload, addresses } = await begin('noted.bin')
    expect(addresses[0]).toContain('X-Amz-Signature')
    const { database } = dataPaths(server.data)
    const written = await Promise.all([database, `${database}-wal`].map((file) => readFile(file, 'latin1')))
    expect(written.join('')).toContain('large.bin')
    expect(written.join('')).not.toContain('X-Amz-Signature')
    await server.call(fileStorageEndpoints.changeFileStorage, { body: { test: null } })
    await expect(begin('later.bin')).rejects.toThrow('it is to go through the server')
    expect(await server.call(finishDirectUpload, { body: { upload, checksum: null } })).toBeNull()
  })
})
