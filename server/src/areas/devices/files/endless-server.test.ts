import { deviceEndpoints } from '@vermilion/contract/devices'
import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import type { SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { startSshServer } from '../testing/hostile-servers.ts'
import type { HostileServer } from '../testing/hostile-servers.ts'

const folder = { mode: 0o040_755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
const file = { ...folder, mode: 0o100_644, size: 10 }
const handle = Buffer.from('handle')
const megabyte = 1_048_576

function answerForever(session: SFTPWrapper): void {
  const name = { filename: '.', longname: '.', attrs: folder }
  const attributes = (id: number, path: string) => session.attrs(id, path.endsWith('file') ? file : folder)
  session.on('REALPATH', (id, path) => session.name(id, [{ ...name, filename: path === '.' ? '/' : path }]))
  session.on('STAT', attributes)
  session.on('LSTAT', attributes)
  session.on('OPENDIR', (id) => session.handle(id, handle))
  session.on('READDIR', (id) =>
    session.name(
      id,
      Array.from({ length: 5_000 }, () => name),
    ),
  )
  session.on('OPEN', (id) => session.handle(id, handle))
  session.on('FSTAT', (id) => session.attrs(id, { ...file, size: 2 ** 50 }))
  session.on('READ', (id, _handle, _offset, length) => session.data(id, Buffer.alloc(length)))
  session.on('CLOSE', (id) => session.status(id, 0))
}

let server: TestServer
let hostile: HostileServer
let deviceId: string
beforeAll(async () => {
  server = await startTestServer()
  hostile = await startSshServer({ run: () => undefined, sftp: answerForever })
  const { host, port, fingerprint } = hostile
  const credentials = { method: 'password', password: 'any' } as const
  const body = { name: 'hostile', host, port, username: 'root', credentials, fingerprint }
  deviceId = (await server.call(deviceEndpoints.createDevice, { body })).id
})
afterAll(async () => {
  await server.stop()
  await hostile.stop()
})

test('a folder that never ends is told in part', async () => {
  const listing = await server.call(deviceFileEndpoints.listDeviceFiles, { params: { deviceId }, query: { path: '/' } })
  expect(listing).toMatchObject({ entries: [], isCut: true })
})

test('a file that turns out to have no end takes no memory', async () => {
  const { downloads } = server.app.devices.files
  const content = await downloads.pack(deviceId, ['/file'], 'admin', new AbortController().signal)
  let bytes = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > 64 * megabyte) break
  }
  expect(bytes).toBeLessThan(megabyte)
})
