import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { TestServer } from '../../../testing/start-server.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'

export async function createModelFiles(server: TestServer, extension: 'onnx' | 'safetensors') {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'Models', path: 'models' } })
  let number = 0
  return {
    spaceId,
    async fileWith(content: Uint8Array, ending: string = extension): Promise<string> {
      const path = `model-${(number += 1)}.${ending}`
      await uploadPacked(server, spaceId, [{ path, content }])
      const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: path } })
      return items[0]!.id
    },
  }
}
