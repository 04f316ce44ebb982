import type { FileReader } from '../codec.ts'
import type { ProblemFinding } from '../problems/problems.ts'

const maxBytes = 64 * 1024 * 1024

export async function readText(
  reader: FileReader,
  path: string,
): Promise<{ text: string; problem?: undefined } | { problem: ProblemFinding }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reader.open(path)) {
    length += chunk.length
    if (length > maxBytes) return { problem: { reason: 'file-too-large', values: { limit: '64 MiB' } } }
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC') }
  } catch {
    return { problem: { reason: 'not-utf8' } }
  }
}

export const lineEnds = /\r\n|\n|\r/

export function linesOf(text: string): string[] {
  return text
    .split(lineEnds)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export async function readLines(reader: FileReader, path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const read = await readText(reader, path)
  return read.problem === undefined ? linesOf(read.text) : []
}
