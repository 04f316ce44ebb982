import { randomBytes } from 'node:crypto'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginCommand, startSocketServer, startSshServer, writeForever } from '../testing/hostile-servers.ts'
import type { HostileServer } from '../testing/hostile-servers.ts'

let server: TestServer
const started: HostileServer[] = []
beforeAll(async () => {
  server = await startTestServer({ readingTimes: { interval: 200, slowInterval: 1_000, deadline: 2_000 } })
})
afterEach(() => Promise.all(started.splice(0).map((hostile) => hostile.stop())))
afterAll(() => server.stop())

const use = async (starting: Promise<HostileServer>) => {
  const hostile = await starting
  started.push(hostile)
  return hostile
}
const scan = ({ host, port }: HostileServer) => server.call(deviceEndpoints.scanHostKey, { body: { host, port } })
const add = ({ host, port, fingerprint }: HostileServer) =>
  server.call(deviceEndpoints.createDevice, {
    body: {
      name: `hostile ${port}`,
      host,
      port,
      username: 'root',
      credentials: { method: 'password', password: 'any' },
      fingerprint,
    },
  })
const get = (deviceId: string) => server.call(deviceEndpoints.getDevice, { params: { deviceId } })
const remove = (deviceId: string) => server.call(deviceEndpoints.deleteDevice, { params: { deviceId } })
const unreachable = { envelope: { code: 502_501 } }

describe('R1.07 a device that misbehaves before it is signed in to is told as unreachable, and nothing waits for it', () => {
  test('one that hangs in any phase of the handshake, each at the same time', async () => {
    const hanging = await Promise.all([
      use(startSocketServer(() => undefined)),
      use(startSocketServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'))),
      use(startSocketServer((socket) => socket.write('welcome\r\nSSH-2.0-'))),
    ])
    const authenticating = await use(startSshServer({ authenticate: () => undefined }))
    await Promise.all([
      ...hanging.map((hostile) => expect(scan(hostile)).rejects.toMatchObject(unreachable)),
      expect(add(authenticating)).rejects.toMatchObject(unreachable),
    ])
    for (const hostile of [...hanging, authenticating]) await expect.poll(hostile.connections).toBe(0)
  })

  test('one that closes at once, or writes text, binary or keys without end', async () => {
    const noise = randomBytes(65_536)
    const kinds = await Promise.all([
      use(startSocketServer((socket) => socket.destroy())),
      use(startSocketServer((socket) => socket.end('SSH-1.5-old\r\n'))),
      use(startSocketServer((socket) => writeForever(socket, Buffer.alloc(65_536, 'a')))),
      use(startSocketServer((socket) => writeForever(socket, Buffer.from('go away\r\n'.repeat(5_000))))),
      use(startSocketServer((socket) => writeForever(socket, noise))),
      use(
        startSocketServer((socket) => {
          socket.write('SSH-2.0-x\r\n')
          writeForever(socket, noise)
        }),
      ),
    ])
    await Promise.all(kinds.map((hostile) => expect(scan(hostile)).rejects.toMatchObject(unreachable)))
    for (const hostile of kinds) await expect.poll(hostile.connections).toBe(0)
  })
})

describe('R3.01 a device that lets in and then misbehaves is offline with the reason', () => {
  const problemOf = async (hostile: HostileServer) => {
    const { id } = await add(hostile)
    await expect.poll(async () => (await get(id)).problem, { interval: 200 }).not.toBeNull()
    const device = await get(id)
    await remove(id)
    await expect.poll(hostile.connections).toBe(0)
    return device
  }

  test('one that opens no channel has timed out', async () => {
    const { status, problem, problemDetail } = await problemOf(await use(startSshServer({})))
    expect({ status, problem, problemDetail }).toEqual({
      status: 'offline',
      problem: 'timed-out',
      problemDetail: 'the device opened no channel',
    })
  })

  test.each([
    ['text without end', Buffer.from('vermilion-facts 1\nhost-name x\n'.repeat(2_000))],
    ['binary without end', Buffer.alloc(65_536, 0xff)],
  ])('one that answers %s is unsuitable', async (_, part) => {
    const hostile = await use(startSshServer({ run: (channel) => writeForever(channel, part) }))
    expect(await problemOf(hostile)).toMatchObject({ status: 'offline', problem: 'unsuitable', facts: null })
  })

  test('one without a shell is unsuitable, and its words are shown without control characters', async () => {
    const hostile = await use(
      startSshServer({
        run(channel) {
          channel.write('\u{1b}[2J% Unknown command\r\n')
          channel.exit(1)
          channel.end()
        },
      }),
    )
    const device = await problemOf(hostile)
    expect(device).toMatchObject({ problem: 'unsuitable', facts: null })
    expect(device.problemDetail).toContain('[2J% Unknown command')
    expect(device.problemDetail).not.toMatch(/\p{Cc}/u)
  })

  test('one whose facts are right and whose readings are not is unsuitable', async () => {
    const hostile = await use(
      startSshServer({
        run(channel, command) {
          beginCommand(channel, command, () => {
            if (!command.includes('vermilion-facts')) {
              channel.write('r 1\n.\nr 2\n.\n')
              return
            }
            channel.write('vermilion-facts 1\narchitecture x\nend\n')
            channel.exit(0)
            channel.end()
          })
        },
      }),
    )
    expect(await problemOf(hostile)).toMatchObject({ problem: 'unsuitable', facts: { architecture: 'x', sftp: false } })
  })
})
