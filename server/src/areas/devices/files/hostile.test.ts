import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceCollectionEndpoints } from '@vermilion/contract/devices/collections'
import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { Server } from 'ssh2'
import type { SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { addDevice } from '../testing/add-device.ts'
import { packToDevice, sendToDevice } from '../testing/device-upload.ts'
import { sshDaemonProblem, startSshDaemon } from '../testing/ssh-daemon.ts'

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)

const patience = { interval: 100 }
const names = ['../../x', '/etc/passwd', 'a/b', 'nul\0byte', '.', '..', '', 'y'.repeat(300), 'good.txt', 'loop']
const isFolder = 0o040755
const isFile = 0o100644

function serve(sftp: SFTPWrapper): void {
  const reported = new Set<string>()
  let handles = 0
  const attributes = (path: string) => ({
    mode: path.endsWith('.txt') ? isFile : isFolder,
    size: path.endsWith('.txt') ? 5 : 0,
    uid: 0,
    gid: 0,
    atime: 1_700_000_000,
    mtime: 1_700_000_000,
  })
  const stat = (id: number, path: string) => sftp.attrs(id, attributes(path))
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: path === '.' ? '/' : path, longname: '', attrs: attributes(path) }]),
  )
  sftp.on('STAT', stat).on('LSTAT', stat)
  sftp.on('FSTAT', (id) => sftp.attrs(id, attributes('a.txt')))
  sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from(String((handles += 1)))))
  sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('file')))
  sftp.on('CLOSE', (id) => sftp.status(id, 0))
  sftp.on('READDIR', (id, handle) => {
    const key = handle.toString()
    if (reported.has(key)) return sftp.status(id, 1)
    reported.add(key)
    sftp.name(
      id,
      names.map((filename) => ({ filename, longname: filename, attrs: attributes(filename) })),
    )
  })
  sftp.on('READ', (id, _handle, offset) => (offset === 0 ? sftp.data(id, Buffer.from('hello')) : sftp.status(id, 1)))
}

describe('a device that answers with hostile names', () => {
  let server: TestServer
  let device: Server
  const shells: ChildProcess[] = []
  let deviceId = ''
  let folder = ''
  beforeAll(async () => {
    server = await startTestServer()
    folder = await mkdtemp(join(tmpdir(), 'vermilion-hostile-'))
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })
    device = new Server({ hostKeys: [privateKey] }, (client) => {
      client.on('error', () => undefined)
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) => {
        const session = accept()
        session.on('sftp', (acceptSftp) => serve(acceptSftp()))
        session.on('exec', (acceptCommand, _reject, { command }) => {
          const channel = acceptCommand()
          const shell = spawn('sh', ['-c', command])
          shells.push(shell)
          channel.pipe(shell.stdin).on('error', () => undefined)
          shell.stdout.pipe(channel, { end: false })
          shell.once('close', (code) => {
            channel.exit(code ?? 1)
            channel.end()
          })
          channel.once('close', () => shell.kill())
        })
      })
    })
    await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve))
    const { port } = device.address() as AddressInfo
    const address = { host: '127.0.0.1', port }
    const { fingerprint } = await server.call(deviceEndpoints.scanHostKey, { body: address })
    const credentials = { method: 'password', password: 'any' } as const
    const body = { name: 'hostile', ...address, username: 'x', credentials, fingerprint }
    deviceId = (await server.call(deviceEndpoints.createDevice, { body })).id
  })
  afterAll(async () => {
    await server.stop()
    device.close()
    for (const shell of shells) shell.kill()
    await rm(folder, { recursive: true, force: true })
  })

  test('R1.07 names that cannot be names are counted and never listed', async () => {
    const listing = await server.call(deviceFileEndpoints.listDeviceFiles, {
      params: { deviceId },
      query: { path: '/data' },
    })
    expect(listing.entries.map(({ path }) => path)).toEqual(['/data/loop', '/data/good.txt'])
    expect(listing.refused).toBe(names.length - 4)
  })

  test('R1.07 a zip and a collection of them hold nothing that leads out, and a folder in itself has an end', async () => {
    const paths = ['/data']
    const { id: archiveId } = await server.call(deviceFileEndpoints.createDeviceArchive, {
      params: { deviceId },
      body: { paths },
    })
    const response = await server.fetch(fillPath(deviceFileEndpoints.downloadDeviceArchive.path, { archiveId }))
    const file = join(folder, 'all.zip')
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    const entries = await Array.fromAsync(
      (await openZip(file, { lazyEntries: true })).eachEntry(),
      (entry) => entry.fileName,
    )
    expect(entries.length).toBeGreaterThan(50)
    expect(entries.filter((name) => !/^data\/(?:loop\/)*good\.txt$/.test(name))).toEqual([])

    const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 's', path: 's' } })
    const { id: collectionId } = await server.call(deviceCollectionEndpoints.createDeviceCollection, {
      params: { deviceId },
      body: { folder: '/data', pattern: '*.txt', spaceId },
    })
    const runs = () => server.call(deviceCollectionEndpoints.listCollectionRuns, { params: { deviceId, collectionId } })
    await expect.poll(async () => (await runs())[0], patience).toMatchObject({ state: 'success', collected: 1 })
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: true } })
    expect(items.map(({ path }) => path)).toEqual(['hostile/good.txt'])
  })
})

const problem = sshDaemonProblem()
const canMount = problem === undefined && spawnSync('unshare', ['-m', 'true']).status === 0
const reason = problem ?? (canMount ? undefined : 'nothing can be mounted here')

describe.skipIf(reason)(`a device whose disk is full${reason === undefined ? '' : `, skipped: ${reason}`}`, () => {
  test('R1.07 it is told clearly, and nothing is left by half', async () => {
    const server = await startTestServer()
    const daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
    const disk = await mkdtemp(join(tmpdir(), 'vermilion-disk-'))
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status).toBe(0)
    try {
      const { id } = await addDevice(server, daemon, { name: 'small' })
      const order = { path: join(disk, 'large.bin'), size: 5_000_000, modifiedAt: 0, offset: 0 }
      const large = await sendToDevice(server, id, order, randomBytes(order.size))
      expect(large).toMatchObject({ code: 507_540, data: { error: 'device-file.no-space' } })
      expect(await readdir(disk)).toEqual([])
      const files = Array.from({ length: 8 }, (_, number) => ({
        path: join(disk, `${number}.bin`),
        modifiedAt: 0,
        content: randomBytes(500_000),
      }))
      const pack = (await packToDevice(server, id, files)) as { data: ({ en: string } | null)[] }
      const failed = pack.data.filter((one) => one !== null)
      expect(failed.length).toBeGreaterThan(3)
      expect(failed[0]?.en).toContain('no room')
      expect((await readdir(disk)).length).toBe(files.length - failed.length)
      spawnSync('mount', ['-o', 'remount,ro', disk])
      const small = { path: join(disk, 'small.bin'), size: 3, modifiedAt: 0, offset: 0 }
      expect(await sendToDevice(server, id, small, randomBytes(3))).toMatchObject({
        data: { error: 'device-file.read-only' },
      })
    } finally {
      spawnSync('umount', [disk])
      await server.stop()
      await daemon.stop()
      await rm(disk, { recursive: true, force: true })
    }
  })
})
