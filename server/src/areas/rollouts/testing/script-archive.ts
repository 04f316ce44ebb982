import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

interface ArchiveOptions {
  readonly name?: string
  readonly version: string
  readonly compatible?: string
  readonly repeatable?: boolean
  readonly scripts?: Readonly<Record<string, string | Buffer>>
}

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
  const mtime = new Date('2099-01-01T00:00:00Z')
  for (const [name, content] of Object.entries(entries)) archive.entry({ name, mtime, mode: 0o755 }, content)
  archive.finalize()
  return gzipSync(await buffer(Readable.from(archive)))
}
