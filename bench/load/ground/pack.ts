import { createHash } from 'node:crypto'
import type { BuildServer } from './build.ts'

interface PackedFile {
  readonly path: string
  readonly content: Buffer
}

export async function sendPack({ api, token }: BuildServer, spaceId: string, files: readonly PackedFile[]) {
  const listed = files.map(({ path, content }) => ({
    path,
    size: content.length,
    checksum: createHash('sha256').update(content).digest('hex'),
  }))
  const text = Buffer.from(JSON.stringify({ spaceId, files: listed }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const response = await fetch(`${api}/upload-packs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.concat([length, text, ...files.map(({ content }) => content)]),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
