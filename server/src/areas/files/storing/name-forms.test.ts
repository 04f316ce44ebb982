import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

test('a name in its other Unicode form does not replace what stands there, the same form does', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'forms', path: 'forms' } })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const paths = async () =>
    (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })).items
      .map(({ path }) => path)
      .sort()
  await upload(server, { spaceId, path: 'caf\u00e9.txt' }, bytes('one'))
  await upload(server, { spaceId, path: 'cafe\u0301.txt' }, bytes('another'))
  expect(await paths()).toHaveLength(2)
  await upload(server, { spaceId, path: 'caf\u00e9.txt' }, bytes('third'))
  expect(await paths()).toHaveLength(2)
})
