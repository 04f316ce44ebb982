import { closeSync, fstatSync, lstatSync } from 'node:fs'
import type { SourceFile } from './find-sources.ts'
import { readers } from './readers/registry.ts'
import type { Sink } from './readers/reader.ts'
import type { Source } from './series-index.ts'
import { isAnother, openFile, readPart, seamOf } from './source-file.ts'

/** Bytes per read, which grow while reads are quick, so that a time limit is kept. */
const firstBytes = 64 * 1024
const maxBytes = 4 * 1024 * 1024
const quick = 10
const slow = 40

interface SourceNeeds {
  sources: Map<string, Source>
  /** In milliseconds. */
  startedAt: number
  sinkOf(sourceFile: SourceFile, repeats: 'rewind' | 'append', modifiedAt: number): Sink
  forget(path: string): void
  noteProgress(): void
}

/** Reads a file up to its end or a time limit of `performance.now()`; returns the remaining bytes. */
export function readSource(sourceFile: SourceFile, until: number, needs: SourceNeeds): number {
  const { sources, forget } = needs
  let source = sources.get(sourceFile.path)
  const now = lstatSync(sourceFile.file, { throwIfNoEntry: false })
  if (now === undefined || (source?.offset === now.size && source.file === now.ino)) return 0
  const handle = openFile(sourceFile.root, sourceFile.file)
  if (handle === undefined) return 0
  try {
    const { ino, size, mtimeMs } = fstatSync(handle)
    if (source !== undefined && isAnother(handle, source, { ino, size })) {
      forget(sourceFile.path)
      source = undefined
    }
    const { reader } = readers[sourceFile.kind]
    source ??= { kind: sourceFile.kind, file: ino, offset: 0, seam: '', state: reader.empty, problem: null }
    sources.set(sourceFile.path, source)
    const sink = needs.sinkOf(sourceFile, reader.repeats, mtimeMs)
    return readParts({ handle, size, source, sink, until }, needs)
  } finally {
    closeSync(handle)
  }
}

interface OpenedSource {
  handle: number
  size: number
  source: Source
  sink: Sink
  until: number
}

function readParts(
  { handle, size, source, sink, until }: OpenedSource,
  { startedAt, noteProgress }: SourceNeeds,
): number {
  const { reader } = readers[source.kind]
  let most = firstBytes
  while (source.offset < size && source.problem === null) {
    const started = performance.now()
    if (started > until) break
    const bytes = readPart(handle, source.offset, Math.min(most, size - source.offset))
    const read = reader.read({ bytes, remaining: size - source.offset, startedAt }, source.state, sink)
    if (read.used > 0 || read.problem !== undefined) noteProgress()
    source.offset += read.used
    source.state = read.state
    source.problem = read.problem ?? null
    source.seam = seamOf(handle, source.offset)
    const isAll = bytes.length === size - source.offset || most === maxBytes
    if (read.used === 0 && isAll) return 0
    const took = performance.now() - started
    if (read.used === 0) most = maxBytes
    else if (took < quick) most = Math.min(maxBytes, most * 4)
    else if (took > slow) most = Math.max(firstBytes, most / 4)
  }
  return source.problem === null ? size - source.offset : 0
}
