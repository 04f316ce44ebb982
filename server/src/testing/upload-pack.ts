import { hash } from 'node:crypto'
import { uploadPackPath } from '@vermilion/contract/files/uploads'
import type { UploadPack, UploadPackAnswer } from '@vermilion/contract/files/uploads'
import type { TestServer } from './start-server.ts'

export interface Packed extends Partial<UploadPack['files'][number]> {
  readonly path: string
  readonly content: Uint8Array
}

/** A pack's body. Given fields of a file override the true ones. */
export function packOf(spaceId: string, files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const reported = files.map(({ content, ...input }) => ({
    size: content.length,
    checksum: hash('sha256', content, 'hex'),
    ...input,
  }))
  const text = Buffer.from(JSON.stringify({ spaceId, files: reported }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return new Uint8Array(Buffer.concat([length, text, ...files.map(({ content }) => content)]))
}

export function sendPack(server: Pick<TestServer, 'fetch'>, body: Uint8Array<ArrayBuffer>, language = 'en-us') {
  return server.fetch(uploadPackPath, { method: 'POST', headers: { language }, body })
}

export async function uploadPacked(server: Pick<TestServer, 'fetch'>, spaceId: string, files: readonly Packed[]) {
  const response = await sendPack(server, packOf(spaceId, files))
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: UploadPackAnswer }).data.files
}
