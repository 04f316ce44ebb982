import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

const { createVersion, getVersion, diffVersions, listItems } = datasetEndpoints

async function made(server: TestServer, datasetId: string, name: string): Promise<string> {
  const { id } = await server.call(createVersion, { params: { datasetId }, body: { name } })
  const status = async () => (await server.call(getVersion, { params: { versionId: id } })).status
  await expect.poll(status).toBe('success')
  return id
}

test('a version whose content is gone cannot be compared: no file stays open, and nothing of the server is told', async () => {
  const server = await startTestServer()
  const space = await spaceWith(server, 'uncompared', ['one.png', 'two.png'])
  const { id: datasetId } = await datasetOf(server, space.id)
  const previous = await made(server, datasetId, 'kept')
  const [item] = (await server.call(listItems, { params: { datasetId }, query: {} })).items
  const body = { baseRevision: 0, shapes: [], complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: item?.id ?? '' }, body })
  const after = await made(server, datasetId, 'gone')

  const { database } = server.platform
  const versions = database.query<{ datasetVersions: { id: string; checksum: string } }>()
  const checksumOf = async (id: string) => {
    const rows = versions.selectFrom('datasetVersions').select('checksum').where('id', '=', id)
    return (await rows.executeTakeFirstOrThrow()).checksum
  }
  const [retained, removed] = [await checksumOf(previous), await checksumOf(after)]
  const isOf = (checksum: string) => (path: string) => path.replaceAll('/', '').endsWith(checksum)
  await server.platform.blobs.delete(removed)

  const compare = () => server.call(diffVersions, { params: { versionId: previous }, query: { with: after } })
  await compare()
  const jobs = database.query<{ jobs: { kind: string; state: string; error: string | null } }>()
  const failing = jobs.selectFrom('jobs').select('error').where('kind', '=', 'compare-versions')
  await expect.poll(async () => (await failing.executeTakeFirst())?.error ?? '').not.toBe('')
  if (process.platform === 'linux') {
    const open = async () => {
      const files = await readdir('/proc/self/fd')
      const paths = await Promise.all(files.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')))
      return paths.filter(isOf(retained))
    }
    await expect.poll(open).toEqual([])
  }
  // The state after its last attempt.
  const error = `ENOENT: no such file, open '${server.data}'`
  await jobs.updateTable('jobs').set({ state: 'failed', error }).where('kind', '=', 'compare-versions').execute()
  const failure: unknown = await compare().catch((problem: unknown) => problem)
  expect(failure).toMatchObject({ reason: 'version.comparison-failed' })
  expect(String(failure)).toContain('could not be read')
  expect(String(failure)).not.toContain(server.data)
  await server.stop()
})
