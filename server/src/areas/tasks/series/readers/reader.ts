/** What a reader finds in a file. */
export interface Sink {
  /** The time is in milliseconds; undefined where the file does not tell, then that of the file stands for it. */
  add(name: string, step: number, time: number | undefined, value: number): void
  parameter(name: string, value: string): void
  tag(name: string, value: string | null): void
}

export interface Chunk {
  bytes: Buffer
  /** Bytes from the beginning of these to the end of the file. */
  remaining: number
  /** When the run began, in milliseconds. */
  startedAt: number
}

/**
 * Reads one kind of file from where it was left. `state` is what it must know of what came before, as JSON.
 * `used` are the bytes that need not come again; what is not used is still being written. A reader that can read no
 * further says why in `problem`.
 */
export interface Reader<State> {
  readonly empty: State
  /** How a series takes a step that it has had: the run was continued and counts anew from there, or it is one more. */
  readonly repeats: 'rewind' | 'append'
  read(chunk: Chunk, state: State, sink: Sink): { used: number; state: State; problem?: string }
}

/** Bytes of a line beyond which it is passed over: no metric is that long. */
export const longestLine = 1024 * 1024

/** The whole lines of a chunk, one by one. */
export function readLines(bytes: Buffer, take: (line: string) => void): number {
  let begin = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, begin)) {
    if (end - begin <= longestLine) take(bytes.toString('utf8', begin, end))
    begin = end + 1
  }
  // Only the end of an endless line is kept; it will be no line that means anything.
  return bytes.length - begin > longestLine ? bytes.length : begin
}
