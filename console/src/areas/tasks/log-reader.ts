export interface LogPart {
  text: string
  /** Byte at which the part begins, byte after it, and bytes of the whole log. */
  offset: number
  nextOffset: number
  size: number
}

export interface ShownLog {
  text: string
  /** The beginning of the log is not among the text. */
  cut: boolean
  problem: unknown
}

interface LogReaderNeeds {
  /** Reads from a byte on; without one, the end of the log. */
  read: (offset: number | undefined) => Promise<LogPart>
  onChange: (log: ShownLog) => void
  /** Characters kept; what came before is dropped. */
  longest?: number
}

/** Reads a log from its end, and on whenever it is told that the log has grown. */
export function createLogReader({ read, onChange, longest = 400_000 }: LogReaderNeeds) {
  let log: ShownLog = { text: '', cut: false, problem: null }
  let next: number | undefined
  let reading = false
  let again = false

  async function readOnce(): Promise<void> {
    const part = await read(next)
    const whole = log.text + part.text
    const cut = log.cut || (next === undefined && part.offset > 0) || whole.length > longest
    next = part.nextOffset
    again ||= part.nextOffset < part.size && part.text !== ''
    log = { text: whole.slice(-longest), cut, problem: null }
  }

  return {
    /** One reading at a time: news that come meanwhile are answered by one more. */
    readOn: async (): Promise<void> => {
      again = true
      if (reading) return
      reading = true
      try {
        while (again) {
          again = false
          await readOnce()
          onChange(log)
        }
      } catch (problem) {
        log = { ...log, problem }
        onChange(log)
      } finally {
        reading = false
      }
    },
  }
}
