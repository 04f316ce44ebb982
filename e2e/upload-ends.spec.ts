import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'
import { expect, test } from './support/story.ts'
import { chooser, listed, makeFolder, openSpace, panel } from './support/content/uploading.ts'

/** A zip of stored entries with any names. */
function zipOf(entries: readonly { name: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of entries) {
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), content])
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, rest, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const listedEntries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listedEntries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listedEntries, end])
}

test('R2.28 an archive is unpacked on the server; what was skipped is told with its reason, a damaged one is kept', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  const archive = zipOf([
    { name: 'shots/a.txt', content: Buffer.from('a') },
    { name: '../../escape.txt', content: Buffer.from('out') },
  ])
  const zip = (name: string, buffer: Uint8Array) => ({ name, mimeType: 'application/zip', buffer: Buffer.from(buffer) })
  await chooser(page, 'files').setInputFiles([zip('shots.zip', archive), zip('broken.zip', randomBytes(2_000))])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Unpack 2 archives on the server')).toBeChecked()
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(panel(page)).toContainText('1 file unpacked from shots.zip')
  await panel(page).getByText('1 skipped').click()
  await expect(panel(page)).toContainText('../../escape.txt: it has the part ..')
  await expect(panel(page)).toContainText('broken.zip was not unpacked: the archive is damaged')
  expect((await listed(call, spaceId)).map(({ path }) => path).toSorted()).toEqual(['broken.zip', 'shots/a.txt'])
})

test('R2.28 300 files arrive whole and once, though the server is killed three times and the tab is reloaded', async ({
  browser,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-killed-'))
  let server = await startServer({ data })
  const environment = { VERMILION_PORT: new URL(server.address).port }
  const page = await browser.newPage({ baseURL: server.address })
  let call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  const { root, folder, checksums } = await makeFolder(300, 700_000)
  const arrived = async () => (await listed(call, spaceId)).length
  // Holds requests back while nothing may arrive.
  let passing = Promise.resolve()
  await page.context().route('**/api/v1/upload-packs', async (route) => {
    await passing
    await route.continue().catch(() => undefined)
  })
  await chooser(page, 'a folder').setInputFiles(folder)
  let previousCount = 0
  for (let kills = 0; kills < 3; kills += 1) {
    await expect.poll(arrived, { intervals: [10] }).toBeGreaterThan(previousCount)
    await page.waitForTimeout(Math.random() * 50)
    let pass = () => {}
    passing = new Promise((resolve) => (pass = resolve))
    await server.stop('SIGKILL')
    server = await startServer({ data, environment })
    call = createClient(server)
    previousCount = await arrived()
    expect(previousCount, 'the kill fell amid the upload').toBeLessThan(300)
    if (kills === 1) {
      await page.reload()
      await page.getByLabel('Choose the folder again to go on').setInputFiles(folder)
    }
    pass()
  }
  await expect.poll(arrived).toBe(300)
  const files = await listed(call, spaceId)
  expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(checksums)
  const space = await call(spaceEndpoints.getSpace, { params: { spaceId } })
  expect(space).toMatchObject({ fileCount: 300, totalSize: files.reduce((sum, { size }) => sum + size, 0) })
  await page.close()
  await server.stop()
  for (const made of [root, data]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
})
