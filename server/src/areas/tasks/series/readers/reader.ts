export interface Sink {
  /** The time is in milliseconds; undefined falls back to the file's modification time. */
  add(name: string, step: number, time: number | undefined, value: number): void
  parameter(name: string, value: string): void
  tag(name: string, value: string | null): void
}

export interface Chunk {
  bytes: Buffer
  /** Bytes from the start of the chunk to the end of the file. */
  remaining: number
  /** In milliseconds. */
  startedAt: number
}

/**
 * `state` is JSON carried between calls. `used` counts consumed bytes; the rest is incomplete and comes again. `problem` says why
 * reading cannot continue.
 */
export interface Reader<State> {
  readonly empty: State
  /** Treatment of a repeated step: a continued run rewinds the series, or the point is appended. */
  readonly repeats: 'rewind' | 'append'
  read(chunk: Chunk, state: State, sink: Sink): { used: number; state: State; problem?: string }
}

export const maxLineBytes = 1024 * 1024

export function readLines(bytes: Buffer, take: (line: string) => void): number {
  let begin = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, begin)) {
    if (end - begin <= maxLineBytes) take(bytes.toString('utf8', begin, end))
    begin = end + 1
  }
  // Only the end of an endless line is kept; it will not parse.
  return bytes.length - begin > maxLineBytes ? bytes.length : begin
}
