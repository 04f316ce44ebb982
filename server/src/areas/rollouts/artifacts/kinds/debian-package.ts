import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { buffer, text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { extract } from 'tar-stream'
import { type ArtifactReader, type ArtifactSource, readBytes } from './recognition.ts'
import { runTool } from './run-tool.ts'

const archiveMark = '!<arch>\n'
const headerSize = 60
const largestControl = 32 * 1024 ** 2
const maxUnpackedControlBytes = 64 * 1024 ** 2

/** `debian-binary`, `control.tar.*`, `data.tar.*`: deb(5). */
export const debianPackage: ArtifactReader = {
  kind: 'deb',
  isOf: (start) => start.toString('latin1', 0, 21) === `${archiveMark}debian-binary`,
  async read(source) {
    const fields = parseFields(await readControl(source))
    const installed = Number(fields.get('installed-size') ?? 0)
    return {
      name: fields.get('package'),
      version: fields.get('version'),
      compatible: fields.get('architecture') ?? '',
      unpackedSize: Number.isFinite(installed) ? installed * 1_024 : 0,
      signed: false,
      repeatable: true,
      tool: 'xz-utils',
    }
  },
}

async function readControl(source: ArtifactSource): Promise<string> {
  const damaged = (en: string, zh: string) => fail('artifact.damaged', { file: source.fileName, reason: { en, zh } })
  for (let position = archiveMark.length, members = 0; position < source.size && members < 8; members += 1) {
    const header = (await readBytes(source, position, headerSize)).toString('latin1')
    const name = header.slice(0, 16).trim().replace(/\/$/, '')
    const size = Number(header.slice(48, 58))
    if (header.length < headerSize || !header.endsWith('`\n') || !Number.isInteger(size) || size < 0)
      throw damaged('a member of the archive has no header', '归档中有成员缺少文件头')
    if (name.startsWith('control.tar')) {
      if (size > largestControl) throw damaged('its control file is too large', 'control 文件过大')
      const packed = await readBytes(source, position + headerSize, size)
      const content = await unpack(name, packed).catch(() => undefined)
      if (content === undefined)
        throw damaged(
          `${name} cannot be unpacked (.xz needs xz-utils on this server)`,
          `无法解包 ${name}（.xz 需要服务器上安装 xz-utils）`,
        )
      const control = await controlOf(content).catch(() => undefined)
      if (control === undefined) throw damaged('there is no control file', '缺少 control 文件')
      return control
    }
    position += headerSize + size + (size % 2)
  }
  throw damaged('there is no control.tar', '缺少 control.tar')
}

async function unpack(name: string, packed: Buffer): Promise<Buffer | undefined> {
  if (name.endsWith('.gz')) return gunzipSync(packed, { maxOutputLength: maxUnpackedControlBytes })
  if (name.endsWith('.zst')) return zstdDecompressSync(packed, { maxOutputLength: maxUnpackedControlBytes })
  if (name.endsWith('.xz')) return runTool('xz', ['-dc', '--memlimit-decompress=256MiB'], packed)
  return name === 'control.tar' ? packed : undefined
}

async function controlOf(content: Buffer): Promise<string | undefined> {
  const entries = extract()
  Readable.from([content]).pipe(entries)
  for await (const entry of entries) {
    if (entry.header.name.replace(/^\.\//, '') === 'control') return text(entry)
    await buffer(entry)
  }
  return undefined
}

function parseFields(control: string): Map<string, string> {
  const fields = control.split('\n').flatMap((line) => {
    const match = /^([\w-]+):\s*(.*)$/.exec(line)
    return match === null ? [] : [[(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()] as const]
  })
  return new Map(fields)
}
