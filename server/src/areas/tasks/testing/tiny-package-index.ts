import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** A zip archive of stored files: all that a wheel needs. */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    locals.push(Buffer.from('PK\u0003\u0004'), facts, name, bytes)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((0o100_644 << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), facts, tail, name)
    offset += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  for (const at of [4, 6]) end.writeUInt16LE(Object.keys(files).length, at)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

export interface TinyPackage {
  name: string
  version: string
  file: string
  wheel: Buffer
  checksum: string
}

/** A package of one module, with a program of its name. `padding` makes it larger, `platform` unfit for others. */
export function tinyPackage(
  name: string,
  source: string,
  { padding = 0, platform = 'any', version = '1.0' } = {},
): TinyPackage {
  const folder = `${name}-${version}.dist-info`
  const files: Record<string, string | Buffer> = {
    [`${name}.py`]: source,
    [`${name}_padding.bin`]: Buffer.alloc(padding),
    [`${folder}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${folder}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-${platform}\n`,
    [`${folder}/entry_points.txt`]: `[console_scripts]\n${name} = ${name}:main\n`,
  }
  const record = [...Object.keys(files), `${folder}/RECORD`].map((path) => `${path},,\n`).join('')
  const wheel = zipOf({ ...files, [`${folder}/RECORD`]: record })
  const checksum = createHash('sha256').update(wheel).digest('hex')
  return { name, version, file: `${name}-${version}-py3-none-${platform}.whl`, wheel, checksum }
}

export const lockOf = (packages: readonly TinyPackage[]): string =>
  packages.map(({ name, version, checksum }) => `${name}==${version} --hash=sha256:${checksum}\n`).join('')

/** Folders of images with a program and its locks, as those of `images/`. */
export async function writeImage(root: string, folder: string, { program, lock }: { program: string; lock: string }) {
  await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, folder, 'train.py'), program)
  for (const wheels of ['cpu', 'cuda']) await writeFile(join(root, folder, `requirements.${wheels}.txt`), lock)
}

export type PackageIndex = Awaited<ReturnType<typeof startPackageIndex>>

/** A package index over HTTP. While `holds` names a package its wheel is begun and completed by `release`. */
export async function startPackageIndex(packages: readonly TinyPackage[]) {
  const state = { downloads: [] as string[], holds: null as string | null }
  const held: (() => void)[] = []
  const server = createServer(({ url = '' }, response) => {
    const [, kind, name = ''] = url.split('/')
    const match = packages.find((one) => (kind === 'simple' ? one.name : one.file) === name)
    if (match === undefined) return void response.writeHead(404).end()
    if (kind === 'simple') {
      const link = `<a href="/files/${match.file}#sha256=${match.checksum}">${match.file}</a>`
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!DOCTYPE html><html><body>${link}</body></html>`)
    }
    state.downloads.push(match.name)
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': match.wheel.length })
    if (state.holds !== match.name) return void response.end(match.wheel)
    response.write(match.wheel.subarray(0, 100))
    held.push(() => response.end(match.wheel.subarray(100)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    address: `http://127.0.0.1:${port}/simple`,
    release(): void {
      for (const complete of held.splice(0)) complete()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
