import { createHash } from 'node:crypto'
import { artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { fileEndpoints } from '@vermilion/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { addArtifact, uploadFile } from '../testing/artifacts.ts'
import { scriptArchive, tarGz } from '../testing/script-archive.ts'

const { listArtifacts, getArtifact, addArtifact: addFromFile, updateArtifact, deleteArtifact } = artifactEndpoints

describe('artifacts', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  async function refusal(content: Buffer<ArrayBuffer>, metadata: { fileName?: string; checksum?: string } = {}) {
    const response = await uploadFile(server, content, { fileName: 'update.bin', ...metadata })
    return (await response.json()) as { code: number; message: string }
  }

  test('R2.20 a script archive that is uploaded in pieces says its name, version, device, size and checksum', async () => {
    const content = await scriptArchive({ name: 'camera', version: '1.2.3' })
    const artifact = await addArtifact(server, content, { fileName: 'camera.tar.gz' })
    expect(artifact).toMatchObject({
      kind: 'script',
      name: 'camera',
      version: '1.2.3',
      compatible: 'board-x',
      size: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
      signed: false,
      fileName: 'camera.tar.gz',
      creator: 'admin',
      rollouts: 0,
    })
    expect(artifact.unpackedSize).toBeGreaterThan(0)
    const response = await server.fetch(`/artifacts/${artifact.id}/content`)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    expect(await refusal(content)).toMatchObject({ code: 409560, message: expect.stringContaining('1.2.3') })
    const params = { artifactId: artifact.id }
    expect(await server.call(updateArtifact, { params, body: { notes: 'for the left camera' } })).toMatchObject({
      notes: 'for the left camera',
    })
    const page = await server.call(listArtifacts, { query: { search: 'left camera', kind: 'script' } })
    expect(page.items.map(({ id }) => id)).toEqual([artifact.id])
    await server.call(deleteArtifact, { params })
    await expect(server.call(getArtifact, { params })).rejects.toMatchObject({ envelope: { code: 404560 } })
  })

  test('an image whose description is made to be read without end is refused at once', async () => {
    const name = 'sw-description\0'
    const description = `${'/*'.repeat(100_000)}${'\n'.repeat(200_000)}${'hardware-compatibility:['.repeat(20_000)}`
    const fields = [0, 0, 0, 0, 0, 0, description.length, 0, 0, 0, 0, name.length, 0]
    const head = `070701${fields.map((value) => value.toString(16).padStart(8, '0')).join('')}${name}`
    const content = Buffer.from(`${head.padEnd(Math.ceil(head.length / 4) * 4, '\0')}${description}`)
    expect(await refusal(content, { fileName: 'image.swu' })).toMatchObject({
      message: expect.stringContaining('version'),
    })
  })

  test('a file of a data space becomes an artifact that outlives it', async () => {
    const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'updates', path: 'updates' } })
    const content = await scriptArchive({ name: 'from-space', version: '1' })
    await upload(server, { spaceId: space.id, path: 'a.tar.gz' }, new Uint8Array(content))
    const files = await server.call(fileEndpoints.listFiles, { params: { spaceId: space.id }, query: {} })
    const artifact = await server.call(addFromFile, { body: { fileId: files.items[0]?.id ?? '' } })
    expect(artifact).toMatchObject({ kind: 'script', name: 'from-space', fileName: 'a.tar.gz' })
  })

  test('what is no artifact, is damaged or has another checksum is refused with what to do', async () => {
    expect(await refusal(Buffer.from('#!/bin/sh\necho no\n'))).toMatchObject({ code: 400560 })
    expect(await refusal(await tarGz({ install: 'true' }))).toMatchObject({ code: 400560 })
    const nameless = await tarGz({ 'manifest.json': '{"version":"1"}', install: '' })
    expect(await refusal(nameless)).toMatchObject({
      code: 400561,
      message: expect.stringContaining('manifest.json: name: is missing'),
    })
    const odd = await tarGz({ 'manifest.json': '{"name":"../x","version":"1"}', install: '' })
    expect(await refusal(odd)).toMatchObject({
      code: 400561,
      message: expect.stringContaining('name: may have letters'),
    })
    const complete = await scriptArchive({ name: 'cut', version: '1', scripts: { data: Buffer.alloc(100_000, 1) } })
    expect(await refusal(complete.subarray(0, complete.length - 60))).toMatchObject({
      code: 400561,
      message: expect.not.stringMatching(/zlib|unexpected end|Error/i),
    })
    const tampered = Buffer.from(complete)
    tampered[40] = (tampered[40] ?? 0) ^ 0xff
    const checksum = createHash('sha256').update(complete).digest('hex')
    expect(await refusal(tampered, { checksum })).toMatchObject({ code: 40023 })
  })

  test.each([
    ['../outside', '..'],
    ['/etc/cron.d/x', 'absolute'],
    ['a/../../b', '..'],
  ])('an archive with the name %s is refused', async (name, reason) => {
    const content = await scriptArchive({ name: 'tricks', version: '1', scripts: { [name]: 'x' } })
    expect(await refusal(content)).toMatchObject({ code: 400562, message: expect.stringContaining(reason) })
  })
})
