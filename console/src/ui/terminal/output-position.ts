/** The maximum number of displayed bytes between two reports to the server. */
const reportEvery = 65_536

interface PositionNeeds {
  onOutput: (bytes: Uint8Array, isOld: boolean, done: () => void) => void
  report: (offset: number) => void
}

/** The offsets of a terminal's output that were received, displayed and reported as displayed, in bytes since its start. */
export function createOutputPosition({ onOutput, report }: PositionNeeds) {
  let received = 0
  let displayed = 0
  let reported = 0
  let live = 0
  return {
    received: () => received,
    continueFrom(offset: number, liveOffset: number): void {
      received = offset
      live = liveOffset
    },
    receive(bytes: Uint8Array): void {
      const old = Math.min(bytes.length, Math.max(0, live - received))
      for (const [part, isOld] of [
        [bytes.subarray(0, old), true],
        [bytes.subarray(old), false],
      ] as const) {
        if (part.length === 0) continue
        received += part.length
        const end = received
        onOutput(part, isOld, () => {
          displayed = end
          if (displayed - reported < reportEvery && displayed < received) return
          reported = displayed
          report(displayed)
        })
      }
    },
  }
}
