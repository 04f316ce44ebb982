import { uploadPath } from '../../../contract/src/files.ts'
import { basePath } from '../../../contract/src/kernel/endpoint.ts'
import type { Server } from '../server/server.ts'

/** Uploads files with the browser's protocol. */
export async function putFiles(server: Server, spaceId: string, files: Readonly<Record<string, Uint8Array>>) {
  const shared = { authorization: `Bearer ${server.token}`, 'tus-resumable': '1.0.0' }
  for (const [path, content] of Object.entries(files)) {
    const metadata = Object.entries({ spaceId, path }).map(([name, value]) => `${name} ${btoa(value)}`)
    const created = await fetch(`${server.address}${basePath}${uploadPath}`, {
      method: 'POST',
      headers: { ...shared, 'upload-length': String(content.length), 'upload-metadata': metadata.join(',') },
    })
    const address = new URL(created.headers.get('location') ?? '', `${server.address}${basePath}/`)
    for (let offset = 0; offset < content.length; offset += 8 * 1024 * 1024) {
      const headers = { ...shared, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
      const body = new Uint8Array(content.subarray(offset, offset + 8 * 1024 * 1024))
      const sent = await fetch(address, { method: 'PATCH', headers, body })
      if (!sent.ok) throw new Error(`${path}: ${sent.status} ${await sent.text()}`)
    }
  }
}
