import { descriptor, ending, listLine, localHeader, most4, timeFields } from '#areas/files'

export interface PlannedFile {
  readonly path: string
  readonly size: number
  readonly from: { readonly text: number; readonly crc32: number } | { readonly checksum: string }
}

/** All files have the same time, so that the zip's bytes are reproducible. */
export function zipParts(createdAt: string) {
  const time = timeFields(new Date(createdAt))
  return {
    head: ({ path, size }: PlannedFile) => localHeader(Buffer.from(path), time, size >= most4),
    tail: ({ size }: PlannedFile, crc32: number) => descriptor(crc32, size, size >= most4),
    line: ({ path, size }: PlannedFile, crc32: number, offset: number) =>
      listLine({ name: Buffer.from(path), time, size, checksum: crc32, offset }),
    ending,
  }
}

export type ZipParts = ReturnType<typeof zipParts>

export function createZipSize(parts: ZipParts) {
  let [files, entries, list] = [0, 0, 0]
  return {
    add(file: PlannedFile): void {
      const offset = files
      files += parts.head(file).length + file.size + parts.tail(file, 0).length
      list += parts.line(file, 0, offset).length
      entries += 1
    },
    entries: () => entries,
    total: () => files + list + parts.ending(entries, list, files).length,
  }
}
