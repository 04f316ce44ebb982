import { fail } from '@vermilion/contract/kernel/errors'
import { type ArtifactReader, type ArtifactSource, readBytes } from './recognition.ts'

/** cpio in the formats newc and crc: a 110-byte ASCII header, name, content, each padded to four bytes. */
const headerSize = 110
const marks = ['070701', '070702']
const largestDescription = 1024 ** 2
const toFour = (length: number) => Math.ceil(length / 4) * 4

export const swupdateImage: ArtifactReader = {
  kind: 'swupdate',
  isOf: (start) => marks.includes(start.toString('latin1', 0, 6)),
  async read(source) {
    const first = await readEntry(source, 0)
    if (first?.name !== 'sw-description') throw fail('artifact.unrecognized', { file: source.fileName })
    if (first.size > largestDescription)
      throw fail('artifact.damaged', {
        file: source.fileName,
        reason: { en: 'its sw-description is too large', zh: 'sw-description 过大' },
      })
    const description = (await readBytes(source, first.start, first.size)).toString('utf8')
    const plain = withoutComments(description)
    const second = await readEntry(source, first.start + toFour(first.size))
    const boards = [...plain.matchAll(/hardware-compatibility\s*[:=]\s*\[([^\][]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/"([^"]*)"/g)].map(([, revision = '']) => revision),
    )
    return {
      name: /\bname\s*=\s*"([^"]+)"/.exec(plain)?.[1] ?? source.fileName.replace(/\.swu$/i, ''),
      version: /\bversion\s*=\s*"([^"]+)"/.exec(plain)?.[1],
      compatible: [...new Set(boards)].join(', '),
      unpackedSize: 0,
      signed: second?.name === 'sw-description.sig',
      repeatable: true,
    }
  },
}

/** Linear time for any content. */
function withoutComments(description: string): string {
  const parts: string[] = []
  for (let at = 0; ;) {
    const start = description.indexOf('/*', at)
    const end = start < 0 ? -1 : description.indexOf('*/', start + 2)
    if (end < 0) {
      parts.push(description.slice(at))
      return parts.join('').replaceAll(/^[ \t]*(?:#|\/\/).*$/gm, '')
    }
    parts.push(description.slice(at, start))
    at = end + 2
  }
}

async function readEntry(source: ArtifactSource, position: number) {
  const header = (await readBytes(source, position, headerSize)).toString('latin1')
  if (!marks.includes(header.slice(0, 6))) return undefined
  const field = (index: number) => Number.parseInt(header.slice(6 + index * 8, 14 + index * 8), 16)
  const [size, nameSize] = [field(6), field(11)]
  if (!(nameSize > 1 && nameSize < 1_000)) return undefined
  const name = (await readBytes(source, position + headerSize, nameSize - 1)).toString('utf8')
  return { name, size, start: position + toFour(headerSize + nameSize) }
}
