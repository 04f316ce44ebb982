import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startServer } from '../../spaces/ground/server.ts'

/** A picture of one pixel; trailing bytes make each content unique. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Creates a space of pictures directly in store and index; returns its id. */
export async function preparePictures(
  data: string,
  { images, contents, width, height }: { images: number; contents: number; width: number; height: number },
): Promise<string> {
  const empty = await startServer(data)
  const { id: spaceId } = await empty.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await empty.stop()
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const now = new Date().toISOString()
  const checksums = Array.from({ length: contents }, () => {
    const content = Buffer.concat([pixel, randomBytes(2_000)])
    const checksum = createHash('sha256').update(content).digest('hex')
    const file = join(data, 'blobs', checksum.slice(0, 2), checksum.slice(2))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return checksum
  })
  const size = pixel.length + 2_000
  database.exec('begin')
  database.prepare('delete from folders where spaceId = ?').run(spaceId)
  const { number: folder } = database
    .prepare(
      `insert into folders (spaceId, path, parent, name, sortKey, fileCount, totalSize, allFiles, allSize, createdAt, updatedAt)
       values (?, '', null, '', '', ?, ?, ?, ?, ?, ?) returning number`,
    )
    .get(spaceId, images, images * size, images, images * size, now, now) as { number: number }
  const add = database.prepare(
    `insert into files (id, spaceId, folder, path, name, sortKey, size, kind, mediaType, width, height, checksum, broken,
     examined, tags, score, createdAt, updatedAt)
     values (?, ?, ?, ?, ?, ?, ?, 'image', 'image/png', ?, ?, ?, 0, 1, '[]', -1, ?, ?)`,
  )
  for (let number = 0; number < images; number += 1) {
    const name = nameOf(number)
    const checksum = checksums[number % contents] ?? ''
    add.run(`f${number}`, spaceId, folder, name, name, name, size, width, height, checksum, now, now)
  }
  database.prepare('update spaces set fileCount = ?, totalSize = ?').run(images, images * size)
  database.exec('commit')
  database.close()
  return spaceId
}

export function nameOf(number: number): string {
  return `image_${String(number).padStart(7, '0')}.png`
}
