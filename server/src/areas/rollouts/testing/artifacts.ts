import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { artifactEndpoints, artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import { pack } from 'tar-stream'
import type { Client } from '../../../testing/client.ts'

interface ArchiveOptions {
  readonly name?: string
  readonly version: string
  readonly compatible?: string
  readonly repeatable?: boolean
  /** Of `install`, `check`, `rollback` and whatever else is in it. */
  readonly scripts?: Readonly<Record<string, string | Buffer>>
}

/** A script archive, whose install adds its version to `/board/installs` unless told otherwise. */
export function scriptArchive({ name = 'app', version, compatible = 'board-x', repeatable, scripts }: ArchiveOptions) {
  return tarGz({
    'manifest.json': JSON.stringify({ name, version, compatible, repeatable }),
    install: `#!/bin/sh\necho "$VERMILION_VERSION" >>"$HOME/installs"\necho "$VERMILION_VERSION" >"$HOME/${name}-in-use"\n`,
    rollback: `#!/bin/sh\necho "$VERMILION_PREVIOUS_VERSION" >"$HOME/${name}-in-use"\n`,
    ...scripts,
  })
}

export async function tarGz(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer<ArrayBuffer>> {
  const archive = pack()
  // Years ahead of any clock.
  const mtime = new Date('2099-01-01T00:00:00Z')
  for (const [name, content] of Object.entries(entries)) archive.entry({ name, mtime, mode: 0o755 }, content)
  archive.finalize()
  return gzipSync(await buffer(Readable.from(archive)))
}

type Caller = Pick<Client, 'fetch' | 'call'>
const protocol = { 'tus-resumable': '1.0.0' }

/** Uploads by the tus protocol, in pieces; answers the response to the last. */
export async function uploadFile(
  server: Caller,
  content: Buffer<ArrayBuffer>,
  { fileName, ...metadata }: { fileName: string; name?: string; version?: string; checksum?: string },
): Promise<Response> {
  const encoded = Object.entries({ fileName, ...metadata }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  const started = await server.fetch(artifactUploadPath, {
    method: 'POST',
    headers: { ...protocol, 'upload-length': String(content.length), 'upload-metadata': encoded.join(',') },
  })
  if (started.status !== 201) return started
  const address = `/${started.headers.get('location') ?? ''}`
  const half = Math.floor(content.length / 2)
  let response = started
  for (const [start, end] of [
    [0, half],
    [half, content.length],
  ] as const)
    response = await server.fetch(address, {
      method: 'PATCH',
      headers: {
        ...protocol,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(start),
        language: 'en-us',
      },
      body: content.subarray(start, end),
    })
  return response
}

/** Uploads an artifact and answers it. */
export async function addArtifact(
  server: Caller,
  content: Buffer<ArrayBuffer>,
  metadata: { fileName?: string; name?: string; version?: string } = {},
): Promise<Artifact> {
  const response = await uploadFile(server, content, { fileName: 'update.bin', ...metadata })
  const result = response.headers.get('upload-result')
  if (result === null) throw new Error(`${response.status} ${await response.text()}`)
  const { artifactId } = JSON.parse(decodeURIComponent(result)) as { artifactId: string }
  return server.call(artifactEndpoints.getArtifact, { params: { artifactId } })
}
