import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device } from '@vermilion/contract/devices'
import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import type { DeviceUpload } from '@vermilion/contract/devices/file-uploads'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { sendToDevice } from '../testing/device-upload.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'
import type { SshDaemon } from '../testing/ssh-daemon.ts'
import { reasonOf } from '../../../testing/client.ts'

const problem = sshDaemonProblem()

const { listDeviceFiles, getDeviceFile, deviceFileContent, createDeviceFolder, moveDeviceFile } = deviceFileEndpoints
const { deleteDeviceFiles, countDeviceFiles, createDeviceArchive, downloadDeviceArchive } = deviceFileEndpoints
const { getDeviceUpload } = deviceUploadEndpoints

let server: TestServer
let daemon: SshDaemon
let device: Device
let folder = ''
beforeAll(async () => {
  if (problem !== undefined) return
  server = await startTestServer()
  daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
  device = await addDevice(server, daemon)
  folder = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
})
afterAll(async () => {
  await server?.stop()
  await daemon?.stop()
  await rm(folder, { recursive: true, force: true })
})
const params = () => ({ deviceId: device.id })
const list = (path: string, query: object = {}) =>
  server.call(listDeviceFiles, { params: params(), query: { path, ...query } })
const contentAddress = (path: string, more = '') =>
  `${fillPath(deviceFileContent.path, params())}?path=${encodeURIComponent(path)}${more}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(problem)(`files of a device${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  test('R1.07 a folder is listed with sizes, times and links, sorted, searched and in parts', async () => {
    const own = join(folder, 'list')
    await mkdir(join(own, 'sub'), { recursive: true })
    await writeFile(join(own, 'b10.txt'), 'ten')
    await writeFile(join(own, 'b2.txt'), 'two two')
    await writeFile(join(own, '.hidden'), '')
    await symlink('b2.txt', join(own, 'link'))
    await symlink('nowhere', join(own, 'broken'))
    const listing = await list(own)
    expect(listing).toMatchObject({ path: own, total: 5, hidden: 1, refused: 0, isCut: false })
    expect(listing.entries.map(({ name, type, target }) => [name, type, target])).toEqual([
      ['sub', 'folder', null],
      ['b2.txt', 'file', null],
      ['b10.txt', 'file', null],
      ['broken', 'link', 'missing'],
      ['link', 'link', 'file'],
    ])
    const bySize = await list(own, {
      sort: '-size',
      hidden: 'true',
      search: '.TXT',
      limit: 1,
      listing: listing.listing,
    })
    expect(bySize).toMatchObject({ total: 2, entries: [{ name: 'b2.txt', size: 7 }] })
    expect(await server.call(getDeviceFile, { params: params(), query: { path: join(own, 'link') } })).toMatchObject({
      type: 'link',
      target: 'file',
    })
    const home = await list('')
    expect(home.path).toMatch(/^\//)
    expect(await reasonOf(list(join(own, 'none')))).toBe('device-file.not-found')
    expect(await reasonOf(list(join(own, 'b2.txt')))).toBe('device-file.not-folder')
    for (const path of ['/tmp/../etc', '/a/./b', '/tmp/%00', `/${'x'.repeat(256)}`, `/${'a/'.repeat(3_000)}`])
      expect(await reasonOf(list(path)), path).toBe('device-file.path-invalid')
  })

  test('R1.07 names in any script, with control characters, and that are no text at all are shown and addressed', async () => {
    const own = join(folder, 'names')
    await mkdir(own, { recursive: true })
    const names = [
      '图片 é 🎉.txt',
      'a\nb\u001b[31m.txt',
      'gpj\u202egnp.exe',
      '100%.txt',
      '%41',
      '%zz',
      ' spaces ',
      'quo\'te".txt',
      '-rf',
      '$(id)',
      '*',
    ]
    for (const name of names) await writeFile(join(own, name), name)
    const broken = Buffer.concat([Buffer.from(`${own}/caf`), Buffer.from([0xe9, 0xff]), Buffer.from('%FF.txt')])
    await writeFile(broken, 'latin')
    const listing = await list(own, { hidden: 'true' })
    expect(listing.total).toBe(names.length + 1)
    const visible = new Map(listing.entries.map(({ name, path }) => [name, path]))
    expect([...visible.keys()]).toEqual(
      expect.arrayContaining([
        '图片 é 🎉.txt',
        'a%0Ab%1B[31m.txt',
        'gpj%E2%80%AEgnp.exe',
        '100%.txt',
        '%2541',
        '%zz',
        'caf%E9%FF%25FF.txt',
      ]),
    )
    const contents = await Promise.all(
      [...visible.values()].map(async (path) => (await server.fetch(contentAddress(path))).text()),
    )
    expect(contents.toSorted()).toEqual([...names, 'latin'].toSorted())
    const path = visible.get('caf%E9%FF%25FF.txt') ?? ''
    await server.call(moveDeviceFile, { params: params(), body: { path, to: `${own}/renamed%E9` } })
    const moved = Buffer.concat([Buffer.from(`${own}/renamed`), Buffer.from([0xe9])])
    expect(await readFile(moved, 'utf8')).toBe('latin')
  })

  test('R1.07 content comes whole and in ranges, and only what is safe is shown in place', async () => {
    const bytes = randomBytes(3_000_017)
    await writeFile(join(folder, 'big.bin'), bytes)
    await writeFile(join(folder, 'page.html'), '<script>1</script>')
    await writeFile(join(folder, 'empty.txt'), '')
    const complete = await server.fetch(contentAddress(join(folder, 'big.bin')))
    expect(sha256(Buffer.from(await complete.arrayBuffer()))).toBe(sha256(bytes))
    expect(complete.headers.get('content-disposition')).toContain('big.bin')
    const part = await server.fetch(contentAddress(join(folder, 'big.bin')), {
      headers: { range: 'bytes=1000000-2999999' },
    })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000000-2999999/3000017'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000_000, 3_000_000))).toBe(true)
    const last = await server.fetch(contentAddress(join(folder, 'big.bin')), { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await last.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true)
    const page = await server.fetch(contentAddress(join(folder, 'page.html')))
    expect(page.headers.get('content-disposition')).toContain('attachment')
    expect(page.headers.get('content-security-policy')).toContain('sandbox')
    expect(await (await server.fetch(contentAddress(join(folder, 'empty.txt')))).text()).toBe('')
    expect(await (await server.fetch(contentAddress('/proc/self/status'))).text()).toContain('Name:')
    expect((await server.fetch(contentAddress('/dev/zero'))).status).toBe(409)
    expect((await server.fetch(contentAddress(join(folder, 'gone')))).status).toBe(404)
  })

  test('R1.07 folders are made, things renamed and deleted with all below, as work that tells how much', async () => {
    const own = join(folder, 'changes')
    await server.call(createDeviceFolder, { params: params(), body: { path: `${own}/a/b/c` } })
    expect(await reasonOf(server.call(createDeviceFolder, { params: params(), body: { path: own } }))).toBe(
      'device-file.exists',
    )
    await writeFile(join(own, 'a/b/one.txt'), '1')
    await writeFile(join(folder, 'outside.txt'), 'stays')
    await symlink('..', join(own, 'a/loop'))
    await symlink(join(folder, 'outside.txt'), join(own, 'a/outside'))
    await server.call(moveDeviceFile, { params: params(), body: { path: `${own}/a`, to: `${own}/z` } })
    expect(
      await reasonOf(server.call(moveDeviceFile, { params: params(), body: { path: `${own}/z`, to: `${own}/z/z` } })),
    ).toBe('device-file.path-invalid')
    await writeFile(join(own, 'other'), '')
    expect(
      await reasonOf(server.call(moveDeviceFile, { params: params(), body: { path: `${own}/other`, to: `${own}/z` } })),
    ).toBe('device-file.exists')
    const count = await server.call(countDeviceFiles, {
      params: params(),
      body: { paths: [`${own}/z`, `${own}/other`] },
    })
    expect(count).toEqual({ files: 4, folders: 3, bytes: 1, isCut: false })
    await server.call(deleteDeviceFiles, { params: params(), body: { paths: [`${own}/z`] } })
    await expect.poll(() => stat(join(own, 'z')).catch(() => 'gone')).toBe('gone')
    expect(await readFile(join(folder, 'outside.txt'), 'utf8')).toBe('stays')
    expect(await reasonOf(server.call(deleteDeviceFiles, { params: params(), body: { paths: ['/'] } }))).toBe(
      'device-file.path-invalid',
    )
  })

  test('R1.07 a folder comes as a zip in which links lead nowhere, and which tells what it lacks', async () => {
    const own = join(folder, 'zipped')
    await mkdir(join(own, 'deep/er'), { recursive: true })
    for (let number = 0; number < 60; number += 1) await writeFile(join(own, `deep/${number}.txt`), `content ${number}`)
    await writeFile(join(own, 'deep/er/large.bin'), randomBytes(1_500_000))
    await symlink('../..', join(own, 'deep/up'))
    const archive = await server.call(createDeviceArchive, { params: params(), body: { paths: [own] } })
    expect(archive.name).toBe('zipped.zip')
    const response = await server.fetch(fillPath(downloadDeviceArchive.path, { archiveId: archive.id }))
    const file = join(folder, 'zipped.zip')
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    const names = spawnSync(
      'python3',
      [
        '-c',
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(sorted(z.namelist())))',
        file,
      ],
      { encoding: 'utf8' },
    )
    const expected = [
      'NOT-INCLUDED.txt',
      'zipped/deep/er/large.bin',
      ...Array.from({ length: 60 }, (_, number) => `zipped/deep/${number}.txt`),
    ]
    expect(names.stdout.trim().split('\n')).toEqual(expected.toSorted())
  })

  test('R1.07 an upload is checked, keeps its time, replaces or refuses, and is not there by half', async () => {
    const own = join(folder, 'uploads')
    const bytes = randomBytes(700_001)
    const order = { path: `${own}/new/ü.bin`, size: bytes.length, modifiedAt: 1_700_000_000_000 } satisfies DeviceUpload
    expect(await server.call(getDeviceUpload, { params: params(), body: order })).toEqual({
      offset: 0,
      isComplete: false,
    })
    expect(await sendToDevice(server, device.id, { ...order, offset: 0 }, bytes.subarray(0, 300_000))).toMatchObject({
      data: { offset: 300_000, isComplete: false },
    })
    expect(await stat(order.path).catch(() => 'nothing')).toBe('nothing')
    expect(await server.call(getDeviceUpload, { params: params(), body: order })).toEqual({
      offset: 300_000,
      isComplete: false,
    })
    expect(await sendToDevice(server, device.id, { ...order, offset: 400_000 }, bytes.subarray(400_000))).toMatchObject(
      { data: { error: 'device-file.offset-wrong' } },
    )
    expect(
      await sendToDevice(
        server,
        device.id,
        { ...order, offset: 300_000, checksum: sha256(bytes) },
        bytes.subarray(300_000),
      ),
    ).toMatchObject({ data: { isComplete: true } })
    expect(sha256(await readFile(order.path))).toBe(sha256(bytes))
    expect((await stat(order.path)).mtimeMs).toBe(1_700_000_000_000)
    expect(await server.call(getDeviceUpload, { params: params(), body: order })).toEqual({
      offset: order.size,
      isComplete: true,
    })
    const other = { ...order, modifiedAt: order.modifiedAt + 5_000 }
    expect(
      await reasonOf(server.call(getDeviceUpload, { params: params(), body: { ...other, conflict: 'refuse' } })),
    ).toBe('device-file.exists')
    expect(
      await sendToDevice(server, device.id, { ...other, offset: 0, checksum: sha256(Buffer.from('else')) }, bytes),
    ).toMatchObject({ data: { error: 'device-file.checksum-differs' } })
    expect(sha256(await readFile(order.path))).toBe(sha256(bytes))
    await chmod(order.path, 0o755)
    expect(
      await sendToDevice(server, device.id, { ...other, offset: 0, checksum: sha256(bytes) }, bytes),
    ).toMatchObject({ data: { isComplete: true } })
    expect((await stat(order.path)).mode & 0o777).toBe(0o755)
    expect((await list(`${own}/new`, { hidden: 'true' })).entries.map(({ name }) => name)).toEqual(['ü.bin'])
  })
})
