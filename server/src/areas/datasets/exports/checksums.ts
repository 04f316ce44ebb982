import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Checksums } from './zip-range.ts'

/** One byte that says whether the checksum is known, then the checksum. */
const rowSize = 5

/** The file is disposable: checksums can be computed again. */
export function createChecksumFiles(folder: string) {
  const fileOf = (exportId: string) => join(folder, `${exportId}.checksums`)
  return {
    forget: (exportId: string) => rm(fileOf(exportId), { force: true }),

    async open(exportId: string): Promise<Checksums & { close(): Promise<void> }> {
      const file = fileOf(exportId)
      await mkdir(dirname(file), { recursive: true })
      const handle = await open(file, 'r+').catch(() => open(file, 'w+'))
      const row = Buffer.alloc(rowSize)
      return {
        async get(entry) {
          const { bytesRead } = await handle.read(row, 0, rowSize, entry * rowSize)
          return bytesRead === rowSize && row[0] === 1 ? row.readUInt32LE(1) : undefined
        },
        async set(entry, crc32) {
          const written = Buffer.alloc(rowSize)
          written[0] = 1
          written.writeUInt32LE(crc32, 1)
          await handle.write(written, 0, rowSize, entry * rowSize)
        },
        close: () => handle.close(),
      }
    },
  }
}
