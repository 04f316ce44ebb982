import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt'] as const
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

async function spaceOf(name: string) {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  return {
    send: (path: string, text: string) => upload(server, { spaceId, path, conflict: 'replace' }, bytes(text)),
    files: async () =>
      (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })).items
        .map(({ path, size }) => [path, size])
        .sort(),
  }
}

test('a name in its other Unicode form does not replace what stands there, the same form does', async () => {
  const { send, files } = await spaceOf('composed first')
  await send(composed, '1')
  await send(decomposed, '22')
  const beside = (await files()).find(([path]) => path !== composed)
  expect(await files()).toEqual([beside, [composed, 1]].sort())
  await send(composed, '333')
  expect(await files()).toEqual([beside, [composed, 3]].sort())
})

test('what came in decomposed characters is replaced by its composed name, and nothing else is', async () => {
  const { send, files } = await spaceOf('decomposed first')
  await send('cafe.txt', '1')
  await send(decomposed, '22')
  expect(await files()).toEqual([
    ['cafe.txt', 1],
    [composed, 2],
  ])
  await send(composed, '333')
  expect(await files()).toEqual([
    ['cafe.txt', 1],
    [composed, 3],
  ])
})
