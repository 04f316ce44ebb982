import { Readable } from 'node:stream'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { TestServer } from '../../../testing/start-server.ts'
import { colourfulPicture } from './pictures.ts'

export async function spaceOfPictures(server: TestServer, name: string, widths: readonly number[]): Promise<string> {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  for (const width of widths) {
    const source = Readable.from([await colourfulPicture(width)])
    await server.app.files.addFile({ spaceId, path: `${width}.png`, source })
  }
  await server.platform.jobs.settled()
  return spaceId
}
