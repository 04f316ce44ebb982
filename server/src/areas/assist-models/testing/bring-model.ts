import { Readable } from 'node:stream'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { TestServer } from '../../../testing/start-server.ts'
import type { TinyModel } from './tiny-models.ts'

export async function bringModel(server: TestServer, { entry, files }: TinyModel): Promise<void> {
  const name = `files of ${entry.id}`
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: entry.id } })
  for (const [path, content] of Object.entries(files))
    await server.app.files.addFile({ spaceId, path: `model/${path}`, source: Readable.from([Buffer.from(content)]) })
  const params = { modelId: entry.id }
  await server.call(assistEndpoints.bringAssistModel, { params, body: { spaceId, path: 'model' } })
}
