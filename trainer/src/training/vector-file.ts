import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../files.ts'

const magic = 'vermilion-checkpoint-1\n'

/** A line naming the format, a line of JSON (other state, vector lengths), then the vectors as little-endian float32. */
export function writeVectorFile<Name extends string>(
  path: string,
  names: readonly Name[],
  { vectors, ...rest }: { vectors: Readonly<Record<Name, Float32Array>> },
): void {
  const lengths = names.map((name) => vectors[name].length)
  const parts = names.map((name) => {
    const { buffer, byteOffset, byteLength } = vectors[name]
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
  writeAtomically(path, Buffer.concat([Buffer.from(`${magic}${JSON.stringify({ ...rest, lengths })}\n`), ...parts]))
}

/** Null without a file; throws for another format. */
export function readVectorFile<Name extends string, Rest extends object>(
  path: string,
  names: readonly Name[],
): (Rest & { vectors: Record<Name, Float32Array> }) | null {
  if (!existsSync(path)) return null
  const bytes = readFileSync(path)
  const end = bytes.indexOf('\n', magic.length)
  if (bytes.subarray(0, magic.length).toString() !== magic || end < 0) throw new Error(`${path} is not a checkpoint`)
  const { lengths, ...rest } = JSON.parse(bytes.subarray(magic.length, end).toString()) as Rest & { lengths: number[] }
  let offset = bytes.byteOffset + end + 1
  const vectors = Object.fromEntries(
    names.map((name, i) => {
      const part = bytes.buffer.slice(offset, offset + lengths[i]! * 4)
      offset += lengths[i]! * 4
      return [name, new Float32Array(part)]
    }),
  ) as Record<Name, Float32Array>
  return { ...(rest as unknown as Rest), vectors }
}
