import { createHash } from 'node:crypto'
import { basePath } from '../../../contract/src/kernel/endpoint.ts'
import { uploadPackAnswer, uploadPackFiles, uploadPackPath } from '../../../contract/src/files/uploads.ts'
import { envelopeSchema } from '../../../contract/src/kernel/envelope.ts'
import type { Server } from '../server/server.ts'

export interface GivenFile {
  path: string
  content: Uint8Array
}

/** Uploads files through the API in packs. */
export async function fill(
  { address, token }: Pick<Server, 'address' | 'token'>,
  spaceId: string,
  files: readonly GivenFile[],
): Promise<void> {
  for (let from = 0; from < files.length; from += uploadPackFiles) {
    const some = files.slice(from, from + uploadPackFiles)
    const described = some.map(({ path, content }) => ({
      path,
      size: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
    }))
    const head = Buffer.from(JSON.stringify({ spaceId, files: described }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(head.length)
    const response = await fetch(`${address}${basePath}${uploadPackPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.concat([length, head, ...some.map(({ content }) => content)]),
    })
    const reply = uploadPackAnswer.parse(envelopeSchema.parse(await response.json()).data)
    const refused = reply.files.find(({ outcome }) => outcome !== 'taken')
    if (refused !== undefined) throw new Error(`${refused.path}: ${refused.outcome} ${refused.message}`)
  }
}
