import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { modelEndpoints } from '@vermilion/contract/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../testing/client.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { createModelFiles } from './testing/model-files.ts'
import { foreignDetector } from './testing/onnx.ts'

const { addModel, listModels, updateModel } = modelEndpoints

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('R2.33 R2.38 models of one name are its versions; stage, tags and notes change, and narrow lists', async () => {
  const files = await createModelFiles(server, 'onnx')
  const fileId = await files.fileWith(foreignDetector('v8'))
  const add = (name: string) => server.call(addModel, { body: { fileId, name } })
  const [first, second, other] = [await add('yard'), await add('yard'), await add('street')]
  expect([first.version, second.version, other.version]).toEqual([1, 2, 1])
  expect(second.checksum).toBe(first.checksum)
  const fresh = { stage: 'draft', tags: [], notes: '' }
  expect(first).toMatchObject(fresh)

  const change = { stage: 'production' as const, tags: ['night', 'arm'], notes: 'Used on the line.' }
  const changed = await server.call(updateModel, { params: { modelId: second.id }, body: change })
  expect(changed).toEqual({ ...second, ...change })
  const ids = async (query: Parameters<typeof server.call<typeof listModels>>[1]['query']) =>
    (await server.call(listModels, { query })).items.map(({ id }) => id)
  expect(await ids({ stage: 'production' })).toEqual([second.id])
  expect(await ids({ tags: 'nig; ARM' })).toEqual([second.id])
  expect(await ids({ tags: 'night;day' })).toEqual([])
  expect(await ids({ name: 'yard', sort: 'createdAt' })).toEqual([first.id, second.id])
  const measured = JSON.stringify({ top1: 0.8 })
  const rows = server.platform.database.query<{ models: { id: string; metrics: string } }>()
  await rows.updateTable('models').set({ metrics: measured }).where('id', '=', other.id).execute()
  expect([await ids({ least: 0.8 }), await ids({ least: 0.81 })]).toEqual([[other.id], []])
  const unknown = server.call(updateModel, { params: { modelId: 'none' }, body: { stage: 'archived' } })
  expect(await reasonOf(unknown)).toBe('model.not-found')
  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: {} })
  expect(JSON.stringify(items)).toContain('PATCH')
})
