import { encodePng } from '../png/encode.ts'

export async function pngOfNumbers(width: number, rows: readonly (readonly number[])[]): Promise<Uint8Array> {
  const bytes: number[] = []
  const pixels = rows.map((row) =>
    Uint8Array.from(row.flatMap((number) => [number & 255, (number >> 8) & 255, number >> 16])),
  )
  for await (const chunk of encodePng({ width, height: rows.length, colours: 'rgb', rows: pixels }))
    bytes.push(...chunk)
  return Uint8Array.from(bytes)
}
