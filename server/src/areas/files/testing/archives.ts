interface Entry {
  readonly name: string | Uint8Array
  readonly content?: string
}

/** A zip with these entries, uncompressed, whatever their names are: no library writes the hostile ones. */
export function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = '' } of entries) {
    const path = Buffer.from(name)
    const data = Buffer.from(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(data.length, 18)
    about.writeUInt16LE(path.length, 22)
    directory.push(number(0x02014b50), Buffer.from([20, 0]), about, Buffer.alloc(10), number(at), path)
    const body = [number(0x04034b50), about, path, data]
    at += body.reduce((sum, part) => sum + part.length, 0)
    bodies.push(...body)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...bodies, listed, number(0x06054b50), end]))
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
